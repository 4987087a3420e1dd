package import HearthModel

extension Snapshot {
    /// The characteristics that its reader may see.
    package var visibleCharacteristics: CharacteristicValues {
        guard let view else { return characteristics }
        var visible = characteristics
        if !view.sees(.dateOfBirth) { visible.dateOfBirth = nil }
        if !view.sees(.biologicalSex) { visible.biologicalSex = nil }
        if !view.sees(.bloodType) { visible.bloodType = nil }
        if !view.sees(.fitzpatrickSkinType) { visible.fitzpatrickSkinType = nil }
        if !view.sees(.wheelchairUse) { visible.wheelchairUse = nil }
        if !view.sees(.activityMoveMode) { visible.activityMoveMode = nil }
        return visible
    }
}
