import Foundation
import HearthClient
import HearthModel
import Testing

@testable import HearthKit

/// What HealthKit keeps for programs that were written long ago, and what nothing in a Hearth store changes.
@Suite struct FormerSymbolTests {
    private let shared: SharedStore

    init() throws {
        shared = try SharedStore()
    }

    @available(*, deprecated)
    @Test func theDateOfBirthIsTheBeginningOfTheDay() async throws {
        let unknown = #expect(throws: HKError.self) { try shared.store.dateOfBirth() }
        #expect(unknown?.code == .errorNoData)
        let date = CalendarDate(year: 1984, month: 2, day: 29)
        _ = try await shared.store.connection.characteristics(setting: CharacteristicValues(dateOfBirth: date))
        let components = DateComponents(year: 1984, month: 2, day: 29)
        #expect(try shared.other.dateOfBirth() == Calendar(identifier: .gregorian).date(from: components))
    }

    @available(*, deprecated)
    @Test func aQueryOfOneTypeSaysWhichSamplesItAsksFor() {
        let (rates, runs) = (HKQuantityType(.heartRate), HKObjectType.workoutType())
        let one = HKObserverQuery(sampleType: rates, predicate: nil) { _, _, _ in }
        #expect(one.sampleType == rates)
        let types = [rates, runs].map { HKQueryDescriptor(sampleType: $0, predicate: nil) }
        let several = HKObserverQuery(queryDescriptors: types) { _, _, _, _ in }
        #expect(several.sampleType == nil)
    }

    @Test func nothingCanBeRecalibrated() async throws {
        let type = HKQuantityType(.vo2Max)
        #expect(!type.allowsRecalibrationForEstimates)
        let error = await #expect(throws: HKError.self) {
            try await shared.store.recalibrateEstimates(sampleType: type, date: SharedStore.start)
        }
        #expect(error?.code == .errorInvalidArgument)
        let told = await withCheckedContinuation { done in
            shared.store.recalibrateEstimates(sampleType: type, date: SharedStore.start) {
                done.resume(returning: ($0, ($1 as? HKError)?.code))
            }
        }
        #expect(told == (false, .errorInvalidArgument))
    }
}
