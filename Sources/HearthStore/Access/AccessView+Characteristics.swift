package import HearthModel

extension AccessView {
    /// Whether the app may read a characteristic, which has no time.
    func sees(_ characteristic: ObjectType) -> Bool { reading(of: characteristic) != .nothing }

    /// Throws if the app may not set one of the characteristics that have a value.
    package func checkSetting(of values: CharacteristicValues) throws(HearthError) {
        let isSet: [(isSet: Bool, type: ObjectType, field: String)] = [
            (values.dateOfBirth != nil, .dateOfBirth, "date_of_birth"),
            (values.biologicalSex != nil, .biologicalSex, "biological_sex"),
            (values.bloodType != nil, .bloodType, "blood_type"),
            (values.fitzpatrickSkinType != nil, .fitzpatrickSkinType, "fitzpatrick_skin_type"),
            (values.wheelchairUse != nil, .wheelchairUse, "wheelchair_use"),
            (values.activityMoveMode != nil, .activityMoveMode, "activity_move_mode"),
        ]
        for value in isSet where value.isSet {
            try locating("characteristics.set.\(value.field)", checkSharing(of: value.type))
        }
    }
}
