internal import HearthModel

extension CharacteristicValues {
    /// The values with those that are set in `changes`; 0 clears one.
    func changed(by changes: CharacteristicValues) -> CharacteristicValues {
        let number = { (old: UInt32?, new: UInt32?) -> UInt32? in
            guard let new else { return old }
            return new == 0 ? nil : new
        }
        var date = dateOfBirth
        if let new = changes.dateOfBirth {
            date = new == .cleared ? nil : new
        }
        return CharacteristicValues(
            dateOfBirth: date,
            biologicalSex: number(biologicalSex, changes.biologicalSex),
            bloodType: number(bloodType, changes.bloodType),
            fitzpatrickSkinType: number(fitzpatrickSkinType, changes.fitzpatrickSkinType),
            wheelchairUse: number(wheelchairUse, changes.wheelchairUse),
            activityMoveMode: number(activityMoveMode, changes.activityMoveMode)
        )
    }
}
