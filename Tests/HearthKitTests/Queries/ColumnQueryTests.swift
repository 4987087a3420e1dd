import Foundation
import Testing

@testable import HearthKit

/// Reading without an object for each sample.
@Suite struct ColumnQueryTests {
    private let shared: SharedStore

    init() throws {
        shared = try SharedStore()
    }

    private func columns(
        _ types: [HKQuantityTypeIdentifier] = [.heartRate],
        _ predicate: NSPredicate? = nil,
        _ order: [SortDescriptor<HKQuantitySample>] = [],
        limit: Int? = nil
    ) async throws -> [HKQuantityColumns] {
        let query = HKSampleQueryDescriptor(
            predicates: types.map { .quantitySample(type: HKQuantityType($0), predicate: predicate) },
            sortDescriptors: order,
            limit: limit
        )
        return try await query.columns(for: shared.store).reduce(into: []) { $0.append($1) }
    }

    @Test func columnsSayWhatObjectsSay() async throws {
        let device = HKDevice(
            name: "strap",
            manufacturer: nil,
            model: nil,
            hardwareVersion: nil,
            firmwareVersion: nil,
            softwareVersion: nil,
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
        let saved = (0..<50).map { index in
            let time = SharedStore.time(Double(index))
            let quantity = HKQuantity(unit: SharedStore.perMinute, doubleValue: 60 + Double(index))
            let metadata: [String: Any]? = index % 2 == 0 ? ["number": index] : nil
            return HKQuantitySample(
                type: HKQuantityType(.heartRate),
                quantity: quantity,
                start: time,
                end: time.addingTimeInterval(0.5),
                device: index % 3 == 0 ? device : nil,
                metadata: metadata
            )
        }
        try await shared.store.save(saved)
        let batches = try await columns()
        let rows: [HKQuantitySample] = batches.flatMap { columns in
            (0..<columns.count).map { columns.sample(at: $0) }
        }
        #expect(rows.map(\.uuid) == saved.map(\.uuid))
        #expect(rows.map(\.beats) == saved.map(\.beats))
        #expect(rows.map(\.endDate) == saved.map(\.endDate))
        #expect(rows.map(\.device) == saved.map(\.device))
        #expect(rows.map { $0.metadata?["number"] as? Int } == saved.map { $0.metadata?["number"] as? Int })
        #expect(Set(rows.map(\.sourceRevision.source.bundleIdentifier)) == ["org.example.one"])
        #expect(try batches.flatMap { try $0.values(in: SharedStore.perMinute) } == saved.map(\.beats))
    }

    @Test func whatTheStoreKnowsIsAskedThere() async throws {
        try await shared.store.save((0..<10).map { SharedStore.heartRate(60 + Double($0), at: Double($0)) })
        let late = HKQuery.predicateForSamples(withStart: SharedStore.time(4), end: nil, options: .strictStartDate)
        let found = try await columns([.heartRate], late, [SortDescriptor(\.startDate, order: .reverse)], limit: 3)
        #expect(try found.flatMap { try $0.values(in: SharedStore.perMinute) } == [69, 68, 67])
        #expect(try await columns([.stepCount]).isEmpty)
        #expect(try await columns([]).isEmpty)
    }

    @Test func eachBatchIsOfOneType() async throws {
        let steps = try HKQuantityColumns(
            type: HKQuantityType(.stepCount),
            unit: .count(),
            starts: [SharedStore.time(1)],
            values: [12]
        )
        try await shared.store.save(steps)
        try await shared.store.save([SharedStore.heartRate(60), SharedStore.heartRate(70, at: 2)])
        let found = try await columns([.heartRate, .stepCount])
        let counts = Dictionary(found.map { ($0.type.identifier, $0.count) }, uniquingKeysWith: +)
        #expect(counts == ["HKQuantityTypeIdentifierHeartRate": 2, "HKQuantityTypeIdentifierStepCount": 1])
    }

    @Test func whatNeedsObjectsIsRefused() async throws {
        let block = NSPredicate { _, _ in true }
        let error = await #expect(throws: HKError.self) { try await columns([.heartRate], block) }
        #expect(error?.code == .errorInvalidArgument)
        await #expect(throws: HKError.self) { try await columns([.heartRate], nil, [SortDescriptor(\.beats)]) }
        #expect(try await shared.openCalls() == 0)
    }
}
