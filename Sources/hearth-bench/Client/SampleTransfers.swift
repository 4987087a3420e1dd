import Foundation
import HearthKit
import HearthModel
import HearthSocket
import HearthWire

/// Very many samples at once, as objects and as columns, to the disk and back.
struct SampleTransfers {
    let setting: ServerSetting

    /// Samples in one call of `save`: a day of heart rates at one a second is 86,400.
    private static let savedAtOnce = 65_536
    /// A UUID, a time and a value.
    private static let sampleBytes = 32
    private static let type = HKQuantityType(.heartRate)

    func run() async throws -> ComparisonReport.Section {
        let rows = try await setting.withServer("samples") { server in
            let store = HKHealthStore(appIdentifier: HearthServer.app, socketPath: server.socket)
            return try await saves(store) + reads(store, server)
        }
        return ComparisonReport.Section(name: "samples", rows: rows)
    }

    // MARK: - Saving

    /// Making the objects or columns is not included.
    private func saves(_ store: HKHealthStore) async throws -> [ComparisonReport.Row] {
        let calls = max(setting.amounts.bulkSaved / SampleTransfers.savedAtOnce, 1)
        let samples = Double(calls * SampleTransfers.savedAtOnce)
        var rates = HeartRates()
        var times: (objects: [Double], columns: [Double], bare: [Double]) = ([], [], [])
        for _ in 0..<setting.amounts.rounds {
            let columns = try (0..<calls).map { _ in try next(&rates) }
            let objects = try (0..<calls).map { _ in
                let columns = try next(&rates)
                return (0..<columns.count).map { columns.sample(at: $0) }
            }
            let begin = Stopwatch.now
            for objects in objects {
                try await store.save(objects)
            }
            let middle = Stopwatch.now
            for columns in columns {
                try await store.save(columns)
            }
            times.objects.append(Stopwatch.nanoseconds(since: begin, until: middle) / samples)
            times.columns.append(Stopwatch.nanoseconds(since: middle) / samples)
            times.bare.append(try bare(calls) / samples)
        }
        let bare = ComparisonReport.Comparison(
            name: "as many bytes, appended, fdatasync a save",
            measurement: Measurement(rounds: times.bare.sorted())
        )
        let name = "\(SampleTransfers.savedAtOnce.grouped) a save"
        return [
            ComparisonReport.Row(
                "save of [HKQuantitySample], \(name)",
                .samples,
                Measurement(rounds: times.objects.sorted()),
                beside: bare,
                target: .atLeast(1.5e6)
            ),
            ComparisonReport.Row(
                "save of HKQuantityColumns, \(name)",
                .samples,
                Measurement(rounds: times.columns.sorted()),
                beside: bare,
                target: .atLeast(3e6)
            ),
        ]
    }

    private func next(_ rates: inout HeartRates) throws -> HKQuantityColumns {
        let columns = rates.next(SampleTransfers.savedAtOnce)
        guard case .quantity(let quantities) = columns.payload else {
            throw BenchmarkError("heart rates are no quantities; this is a fault in the benchmark")
        }
        return try HKQuantityColumns(
            type: SampleTransfers.type,
            unit: HKUnit(from: "count/min"),
            startNanoseconds: columns.starts.map(\.nanoseconds),
            values: quantities.values
        )
    }

    private func bare(_ calls: Int) throws -> Double {
        let bytes = SampleTransfers.savedAtOnce * SampleTransfers.sampleBytes
        let peer = try BarePeer(.sink(bytes, file: setting.folder.file("samples-appended")))
        let frame = [UInt8](repeating: 0x5A, count: bytes)
        var answer = BareSocket.message
        let nanoseconds = Stopwatch.nanoseconds {
            for _ in 0..<calls {
                _ = BareSocket.write(peer.descriptor, frame)
                _ = BareSocket.read(peer.descriptor, &answer, answer.count)
            }
        }
        peer.end()
        return nanoseconds
    }

    // MARK: - Reading

    /// Compared with the same frames, decoded only to columns.
    nonisolated(nonsending) private func reads(_ store: HKHealthStore, _ server: HearthServer) async throws
        -> [ComparisonReport.Row]
    {
        let count = setting.amounts.bulkRead
        let query = HKSampleQueryDescriptor<HKQuantitySample>(
            predicates: [.quantitySample(type: SampleTransfers.type)],
            sortDescriptors: [SortDescriptor(\.startDate)],
            limit: count
        )
        let channel = try server.connect()
        try channel.readHeartRates(limit: count)
        var times: (array: [Double], batches: [Double], columns: [Double], wire: [Double]) = ([], [], [], [])
        for _ in 0..<setting.amounts.rounds {
            times.array.append(
                try await perSample {
                    let samples = try await query.result(for: store)
                    return samples.count
                }
            )
            times.batches.append(
                try await perSample {
                    try await query.batches(for: store).reduce(0) { $0 + $1.count }
                }
            )
            times.columns.append(
                try await perSample {
                    try await query.columns(for: store).reduce(0) { $0 + $1.count }
                }
            )
            times.wire.append(try await perSample { try channel.readHeartRates(limit: count) })
        }
        let wire = ComparisonReport.Comparison(
            name: "the wire alone",
            measurement: Measurement(rounds: times.wire.sorted())
        )
        return [
            row("read as [HKQuantitySample], all at once", times.array, beside: wire, 4e6),
            row("read as [HKQuantitySample], in batches", times.batches, beside: wire, 4e6),
            row("read as HKQuantityColumns", times.columns, beside: wire, 20e6),
        ]
    }

    private func row(
        _ name: String,
        _ times: [Double],
        beside wire: ComparisonReport.Comparison,
        _ target: Double
    ) -> ComparisonReport.Row {
        ComparisonReport.Row(
            name,
            .samples,
            Measurement(rounds: times.sorted()),
            beside: wire,
            target: .atLeast(target)
        )
    }

    nonisolated(nonsending) private func perSample(
        _ read: nonisolated(nonsending) () async throws -> Int
    ) async throws -> Double {
        let begin = Stopwatch.now
        let count = try await read()
        let nanoseconds = Stopwatch.nanoseconds(since: begin)
        guard count == setting.amounts.bulkRead else {
            throw BenchmarkError("the store yields \(count) samples; this is a fault in it")
        }
        return nanoseconds / Double(count)
    }
}
