import HearthModel

extension CharacteristicValues {
    /// The types of the values that are set. Each is counted as a sample.
    var counted: SampleCounts {
        let isPresent: [(isPresent: Bool, type: ObjectType)] = [
            (dateOfBirth != nil, .dateOfBirth),
            (biologicalSex != nil, .biologicalSex),
            (bloodType != nil, .bloodType),
            (fitzpatrickSkinType != nil, .fitzpatrickSkinType),
            (wheelchairUse != nil, .wheelchairUse),
            (activityMoveMode != nil, .activityMoveMode),
        ]
        var counted = SampleCounts()
        for value in isPresent where value.isPresent {
            counted.add(1, of: value.type)
        }
        return counted
    }
}
