internal import Foundation
internal import HearthClient
internal import HearthModel

/// The characteristics of the store's owner. Reading one blocks the caller.
struct StoredCharacteristics {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// The day of birth, in the Gregorian calendar.
    func dateOfBirth() throws -> DateComponents {
        guard let date = try values().dateOfBirth else {
            throw HKError(.noData, "The store has no date of birth.")
        }
        return DateComponents(
            calendar: Calendar(identifier: .gregorian),
            year: Int(date.year),
            month: Int(date.month),
            day: Int(date.day)
        )
    }

    /// The beginning of a day of birth.
    static func beginning(of day: DateComponents) throws -> Date {
        guard let date = day.date else {
            throw HKError(.noData, "The date of birth in the store is not a day of the calendar.")
        }
        return date
    }

    /// The value of a characteristic; nil: it is not set, or this version does not know the value.
    func value<Value: RawRepresentable<Int>>(
        of characteristic: KeyPath<CharacteristicValues, UInt32?>
    ) throws -> Value? {
        Value(rawValue: Int(try values()[keyPath: characteristic] ?? 0))
    }

    private func values() throws -> CharacteristicValues {
        try Blocking.wait { [connection] in
            try await HKError.translating { try await connection.characteristics() }
        }
    }
}
