import Foundation
import HearthKit
import HearthModel

/// The memory of both processes while an app reads many samples slowly.
struct SlowReading {
    let setting: ServerSetting

    private static let type = HKQuantityType(.heartRate)
    private static let savedAtOnce = 65_536
    private static let pause = Duration.milliseconds(2)

    func run() async throws -> ComparisonReport.Section {
        let rows = try await setting.withServer("slow") { server in
            let store = HKHealthStore(appIdentifier: HearthServer.app, socketPath: server.socket)
            try await fill(store)
            return try await read(store, server)
        }
        return ComparisonReport.Section(name: "slow reading", rows: rows)
    }

    private func fill(_ store: HKHealthStore) async throws {
        let second: Int64 = 1_000_000_000
        let beginning: Int64 = 1_500_000_000 * second
        for first in stride(from: 0, to: setting.amounts.unreadSamples, by: SlowReading.savedAtOnce) {
            let rows = first..<min(first + SlowReading.savedAtOnce, setting.amounts.unreadSamples)
            let columns = try HKQuantityColumns(
                type: SlowReading.type,
                unit: HKUnit(from: "count/min"),
                startNanoseconds: rows.map { beginning + Int64($0) * second },
                values: rows.map { 60 + Double($0 % 100) }
            )
            try await store.save(columns)
        }
    }

    nonisolated(nonsending) private func read(_ store: HKHealthStore, _ server: HearthServer) async throws
        -> [ComparisonReport.Row]
    {
        let query = HKSampleQueryDescriptor<HKQuantitySample>(
            predicates: [.quantitySample(type: SlowReading.type)],
            sortDescriptors: []
        )
        var batches = query.batches(for: store).makeAsyncIterator()
        var read = try await batches.next()?.count ?? 0
        let before = (app: try residentBytes(), server: try server.residentBytes())
        var most = before
        while let batch = try await batches.next() {
            read += batch.count
            try await Task.sleep(for: SlowReading.pause)
            most = (max(most.app, try residentBytes()), max(most.server, try server.residentBytes()))
        }
        guard read == setting.amounts.unreadSamples else {
            throw BenchmarkError("the store yields \(read) samples; this is a fault in it")
        }
        let name = "while a slow app reads \(read.grouped) samples"
        return [
            ComparisonReport.Row(
                "growth of the app \(name)",
                .memory,
                Measurement(rounds: [most.app - before.app])
            ),
            ComparisonReport.Row(
                "growth of the server \(name)",
                .memory,
                Measurement(rounds: [most.server - before.server])
            ),
        ]
    }

    private func residentBytes() throws -> Double {
        guard let bytes = ProcessMemory.residentBytes(of: "self") else {
            throw BenchmarkError("the system does not say how much memory a process has")
        }
        return Double(bytes)
    }
}
