import Testing

@testable import HearthKit

@Suite("Characteristics")
struct CharacteristicTests {
    @Test("the numbers are HealthKit's, and end where the store's do")
    func numbers() {
        #expect(HKBiologicalSex.other.rawValue == 3 && HKBiologicalSex(rawValue: 4) == nil)
        #expect(HKBloodType.oNegative.rawValue == 8 && HKBloodType(rawValue: 9) == nil)
        #expect(HKFitzpatrickSkinType.VI.rawValue == 6 && HKFitzpatrickSkinType(rawValue: 7) == nil)
        #expect(HKWheelchairUse.yes.rawValue == 2 && HKWheelchairUse(rawValue: 3) == nil)
        #expect(HKActivityMoveMode.appleMoveTime.rawValue == 2 && HKActivityMoveMode(rawValue: 0) == nil)
    }

    @Test("objects say what they were made of")
    func objects() {
        #expect(HKBiologicalSexObject(.female).biologicalSex == .female)
        #expect(HKBloodTypeObject(.abPositive).bloodType == .abPositive)
        #expect(HKFitzpatrickSkinTypeObject(.III).skinType == .III)
        #expect(HKWheelchairUseObject(.no).wheelchairUse == .no)
        #expect(HKActivityMoveModeObject(.activeEnergy).activityMoveMode == .activeEnergy)
    }
}
