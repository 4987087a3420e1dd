internal import Foundation
internal import HearthClient
internal import HearthModel

/// What is true of the store's owner.
extension HKHealthStore {
    func storedDateOfBirth() throws -> DateComponents {
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

    func beginningOfDayOfBirth() throws -> Date {
        let components = try dateOfBirthComponents()
        guard let date = components.date else {
            throw HKError(.noData, "The date of birth in the store is not a day of the calendar.")
        }
        return date
    }

    /// The number of a characteristic; 0 when it is not set.
    func characteristic(_ characteristic: KeyPath<CharacteristicValues, UInt32?>) throws -> Int {
        Int(try characteristics()[keyPath: characteristic] ?? 0)
    }

    private func characteristics() throws -> CharacteristicValues {
        let connection = connection
        return try Blocking.wait {
            try await HKError.translating { try await connection.characteristics() }
        }
    }
}
