public import Foundation
internal import HearthClient
internal import HearthModel

/// What is true of the store's owner. What nobody has set is `errorNoData` for the date of birth, and "not set" else.
extension HKHealthStore {
    /// The day of birth, in the Gregorian calendar.
    public func dateOfBirthComponents() throws -> DateComponents {
        guard let date = try characteristics().dateOfBirth else {
            throw HKError(.noData, "The store knows no date of birth.")
        }
        return DateComponents(
            calendar: Calendar(identifier: .gregorian),
            year: Int(date.year),
            month: Int(date.month),
            day: Int(date.day)
        )
    }

    /// The beginning of the day of birth, where the program runs. `dateOfBirthComponents()` says the same day everywhere.
    @available(*, deprecated, renamed: "dateOfBirthComponents()")
    public func dateOfBirth() throws -> Date {
        let components = try dateOfBirthComponents()
        guard let date = components.date else {
            throw HKError(.noData, "The date of birth in the store is not a day of the calendar.")
        }
        return date
    }

    /// The biological sex.
    public func biologicalSex() throws -> HKBiologicalSexObject {
        HKBiologicalSexObject(HKBiologicalSex(rawValue: try value(\.biologicalSex)) ?? .notSet)
    }

    /// The blood type.
    public func bloodType() throws -> HKBloodTypeObject {
        HKBloodTypeObject(HKBloodType(rawValue: try value(\.bloodType)) ?? .notSet)
    }

    /// How the skin reacts to the sun.
    public func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
        HKFitzpatrickSkinTypeObject(HKFitzpatrickSkinType(rawValue: try value(\.fitzpatrickSkinType)) ?? .notSet)
    }

    /// Whether a wheelchair is used.
    public func wheelchairUse() throws -> HKWheelchairUseObject {
        HKWheelchairUseObject(HKWheelchairUse(rawValue: try value(\.wheelchairUse)) ?? .notSet)
    }

    /// Whether activity is counted in energy or in time.
    public func activityMoveMode() throws -> HKActivityMoveModeObject {
        HKActivityMoveModeObject(HKActivityMoveMode(rawValue: try value(\.activityMoveMode)) ?? .activeEnergy)
    }

    private func value(_ characteristic: KeyPath<CharacteristicValues, UInt32?>) throws -> Int {
        Int(try characteristics()[keyPath: characteristic] ?? 0)
    }

    private func characteristics() throws -> CharacteristicValues {
        let connection = connection
        return try Blocking.wait {
            try await HKError.translating { try await connection.characteristics() }
        }
    }
}
