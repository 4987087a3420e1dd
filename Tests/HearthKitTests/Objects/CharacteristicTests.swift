import Foundation
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

    @Test("objects come back from an archive")
    func archives() throws {
        let objects: [any NSObject & NSSecureCoding] = [
            HKBiologicalSexObject(.female), HKBloodTypeObject(.abPositive), HKFitzpatrickSkinTypeObject(.III),
            HKWheelchairUseObject(.no), HKActivityMoveModeObject(.appleMoveTime),
        ]
        for object in objects {
            let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
            let copy = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [type(of: object)], from: data)
            #expect(copy as? NSObject == object)
        }
        #expect(HKBloodTypeObject(.aPositive) != HKBloodTypeObject(.aNegative))
    }

    @Test("a number that this version does not know is nil")
    func unknownNumbers() throws {
        for number in [-1, 99, Int.max] {
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            archiver.encode(number, forKey: "value")
            let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
            #expect(HKBiologicalSexObject(coder: unarchiver) == nil && HKBloodTypeObject(coder: unarchiver) == nil)
        }
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        #expect(HKBloodTypeObject(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)) == nil)
    }
}
