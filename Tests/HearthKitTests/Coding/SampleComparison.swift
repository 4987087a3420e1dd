import HearthModel
import Testing

@testable import HearthKit

/// Checks that a sample that came back is the one that was saved, in everything but its source. One from a server has its
/// quantity in the unit in which the store keeps it.
func expectSame(_ copy: HKSample, _ sample: HKSample, isFromServer: Bool = false, _ comment: Comment) throws {
    #expect(copy == sample && copy.uuid == sample.uuid && copy.sampleType == sample.sampleType, comment)
    #expect(copy.startDate == sample.startDate && copy.endDate == sample.endDate, comment)
    #expect(copy.attached.isIdentical(to: sample.attached), comment)
    #expect(copy.metadata?.count == sample.metadata?.count, comment)
    #expect(copy.device.map(\.device).isIdentical(to: sample.device.map(\.device)), comment)
    switch sample {
    case let sample as HKQuantitySample:
        let copy = try #require(copy as? HKQuantitySample)
        let unit = isFromServer ? sample.quantityType.storageUnit : sample.unit
        let value = try sample.quantity.value(in: unit)
        #expect(copy.value.bitPattern == value.bitPattern && copy.unit == unit && copy.count == 1, comment)
        #expect(copy.quantity == HKQuantity(value, unit), comment)
        let isCumulative = sample.quantityType.aggregationStyle == .cumulative
        #expect(copy is HKCumulativeQuantitySample == isCumulative, comment)
        #expect(copy is HKDiscreteQuantitySample == !isCumulative, comment)
    case let sample as HKCategorySample:
        #expect((copy as? HKCategorySample)?.value == sample.value, comment)
    case let sample as HKCorrelation:
        let copy = try #require(copy as? HKCorrelation)
        #expect(copy.objects == sample.objects, comment)
        for member in sample.objects {
            let own = try #require(copy.objects.first { $0 == member })
            try expectSame(own, member, isFromServer: isFromServer, comment)
        }
    case let sample as HKWorkout:
        let copy = try #require(copy as? HKWorkout)
        #expect(copy.activityType == sample.activityType && copy.detail == sample.detail, comment)
        #expect(copy.duration.bitPattern == sample.duration.bitPattern, comment)
        #expect(copy.workoutEvents == sample.workoutEvents, comment)
        #expect(copy.workoutActivities == sample.workoutActivities, comment)
        #expect(copy.allStatistics == sample.allStatistics, comment)
        #expect(copy.totalDistance == sample.totalDistance, comment)
        #expect(copy.totalEnergyBurned == sample.totalEnergyBurned, comment)
    default:
        Issue.record("a sample of another kind")
    }
}
