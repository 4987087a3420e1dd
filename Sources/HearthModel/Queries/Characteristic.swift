/// A characteristic of the owner: its type, its field in messages, and its place among the values of all.
package struct Characteristic: Sendable {
    private enum Place: Sendable {
        case date(any WritableKeyPath<CharacteristicValues, CalendarDate?> & Sendable)
        /// A number of HealthKit's, and the greatest one.
        case number(any WritableKeyPath<CharacteristicValues, UInt32?> & Sendable, UInt32)
    }

    package let type: ObjectType
    package let field: String
    private let place: Place

    private init(_ type: ObjectType, _ field: String, _ place: Place) {
        self.type = type
        self.field = field
        self.place = place
    }

    package static let all = [
        Characteristic(.dateOfBirth, "date_of_birth", .date(\.dateOfBirth)),
        Characteristic(.biologicalSex, "biological_sex", .number(\.biologicalSex, 3)),
        Characteristic(.bloodType, "blood_type", .number(\.bloodType, 8)),
        Characteristic(.fitzpatrickSkinType, "fitzpatrick_skin_type", .number(\.fitzpatrickSkinType, 6)),
        Characteristic(.wheelchairUse, "wheelchair_use", .number(\.wheelchairUse, 2)),
        Characteristic(.activityMoveMode, "activity_move_mode", .number(\.activityMoveMode, 2)),
    ]

    fileprivate func isSet(in values: CharacteristicValues) -> Bool {
        switch place {
        case .date(let date): values[keyPath: date] != nil
        case .number(let number, _): values[keyPath: number] != nil
        }
    }

    fileprivate func remove(from values: inout CharacteristicValues) {
        switch place {
        case .date(let date): values[keyPath: date] = nil
        case .number(let number, _): values[keyPath: number] = nil
        }
    }

    /// Sets or clears a value if the changes have one.
    fileprivate func apply(_ changes: CharacteristicValues, to values: inout CharacteristicValues) {
        switch place {
        case .date(let date):
            guard let new = changes[keyPath: date] else { return }
            values[keyPath: date] = new == .cleared ? nil : new
        case .number(let number, _):
            guard let new = changes[keyPath: number] else { return }
            values[keyPath: number] = new == 0 ? nil : new
        }
    }

    fileprivate func validate(_ values: CharacteristicValues) throws(HearthError) {
        switch place {
        case .date(let date):
            guard let date = values[keyPath: date] else { return }
            try locating(field, date.validate())
        case .number(let number, let greatest):
            guard let number = values[keyPath: number], number > greatest else { return }
            throw HearthError(.valueOutOfRange, "The value is not known.", field: field)
        }
    }
}

extension CharacteristicValues {
    /// The characteristics that have a value.
    package var present: [Characteristic] { Characteristic.all.filter { $0.isSet(in: self) } }

    /// The values with those that are set in `changes`; 0 clears one.
    package func changed(by changes: CharacteristicValues) -> CharacteristicValues {
        var values = self
        for characteristic in Characteristic.all {
            characteristic.apply(changes, to: &values)
        }
        return values
    }

    /// The values of some characteristics only.
    package func keeping(_ isKept: (Characteristic) -> Bool) -> CharacteristicValues {
        var values = self
        for characteristic in Characteristic.all where !isKept(characteristic) {
            characteristic.remove(from: &values)
        }
        return values
    }

    /// Checks a client's values.
    package func validateForSaving() throws(HearthError) {
        for characteristic in Characteristic.all {
            try characteristic.validate(self)
        }
    }
}
