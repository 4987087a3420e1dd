import HearthModel
import HearthStore
import HearthTestSupport
import HearthWire

/// A store of quantities of one type that changes at random, and beside it what it should hold.
struct StatisticsStore {
    /// A sample that is stored.
    private struct Stored {
        let number: Int
        let app: Int
        let start: Int64
        let end: Int64
        let value: Double
        let sync: String?
        let data: [ReferenceDatum]
    }

    static let apps = ["org.example.phone", "org.example.watch", "com.example.food", "com.example.import"]
    private static let devices: [(device: Device?, wearing: Int)] = [
        (nil, 0), (Device(name: "Watch", model: "Watch6,2"), 2), (Device(name: "My phone", model: "iPhone14,2"), 1),
        (Device(name: "Oura Ring", model: "Gen3"), 2), (Device(name: "Monitoring strapless scale"), 0),
    ]
    /// Saturday before the clocks go forward, at midnight.
    static let first: Int64 = 1_774_656_000_000_000_000
    static let minute: Int64 = 60_000_000_000

    let store: ExampleStore
    let type: ObjectType
    /// Whether samples mostly come one after the other and are single quantities.
    private let isOrderly: Bool
    /// Whether some values are so large that sums of them are beyond all numbers.
    private let hasLargeValues: Bool
    private var latest = first
    private(set) var ranked: [String] = []
    private var stored: [Stored] = []
    /// In the order of their first saves.
    private var appsSeen: [String] = []
    private var idsSoFar = 0
    var random: SeededGenerator

    init(_ type: ObjectType, _ random: SeededGenerator) throws {
        var options = StoreOptions()
        options.segmentSamples = 6
        options.mergeWidth = 3
        options.batchSamples = 7
        options.sortedBytes = 2_000
        store = try ExampleStore(options: options)
        self.type = type
        self.random = random
        isOrderly = Bool.random(using: &self.random)
        let hasLevels = type.aggregation == .discreteEquivalentContinuousLevel
        hasLargeValues = !hasLevels && Int.random(in: 0..<4, using: &self.random) == 0
    }

    // MARK: - Changes

    mutating func change() throws {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<13: try save()
        case 13..<16: try delete()
        case 16..<18: _ = try store.writer.maintain()
        case 18: try rank()
        default: try store.finishMaintenance()
        }
    }

    private func pick<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func chance(oneIn times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

    mutating func time() -> Int64 {
        let range = 4 * 1_440
        if chance(oneIn: 2) {
            return Self.first + Int64(Int.random(in: 0..<range / 15, using: &random)) * 15 * Self.minute
        }
        return Self.first + Int64(Int.random(in: 0..<range * 60, using: &random)) * 1_000_000_000
            + (chance(oneIn: 3) ? Int64.random(in: 0..<1_000_000_000, using: &random) : 0)
    }

    private mutating func duration() -> Int64 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: 0
        case 2: Int64.random(in: 1...3, using: &random)
        case 3: Int64(Int.random(in: 1...3, using: &random)) * 1_440 * Self.minute
        default: Int64(Int.random(in: 1...90, using: &random)) * Self.minute
        }
    }

    private mutating func value() -> Double {
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where hasLargeValues: Double.random(in: 0...0.4, using: &random) * .greatestFiniteMagnitude
        case 0: Double(Int.random(in: 0...100, using: &random))
        case 1: Double(Int.random(in: 0...1_000, using: &random)) / 10
        default: Double.random(in: 0...90, using: &random)
        }
    }

    private mutating func save() throws {
        let app = Int.random(in: 0..<Self.apps.count, using: &random)
        let (device, wearing) = pick(Self.devices, &random)
        var rows: [(sample: Stored, isEntered: Bool, points: [ReferenceDatum], condensed: ReferenceDatum?)] = []
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            rows.append(row(app, wearing))
        }
        let hasPoints = rows.contains { !$0.points.isEmpty }
        if hasPoints {
            // What the server computes of points cannot be given beside them.
            rows.removeAll { $0.condensed != nil }
        }
        guard !rows.isEmpty else { return }
        try store.save(columns(rows, device, hasPoints), as: ExampleStore.origin(Self.apps[app]))
        if !appsSeen.contains(Self.apps[app]) {
            appsSeen.append(Self.apps[app])
        }
        for row in rows {
            if let sync = row.sample.sync {
                stored.removeAll { $0.sync == sync && $0.app == app }
            }
            stored.append(row.sample)
        }
    }

    private mutating func row(
        _ app: Int,
        _ wearing: Int
    ) -> (sample: Stored, isEntered: Bool, points: [ReferenceDatum], condensed: ReferenceDatum?) {
        idsSoFar += 1
        var (start, length) = (time(), duration())
        let isNext = isOrderly && !chance(oneIn: 30)
        if isNext {
            // Some at one moment, some where the last one ended, some after a while.
            start = latest + [0, 0, 1, 5 * Self.minute, 40 * Self.minute][Int.random(in: 0..<5, using: &random)]
            length = min(length, 90 * Self.minute)
            latest = start + length
        }
        let isEntered = chance(oneIn: 4)
        var whole = ReferenceDatum(start: start, end: start + length, value: value(), app: Self.apps[app])
        whole.isEntered = isEntered
        whole.wearing = wearing
        var points: [ReferenceDatum] = []
        var condensed: ReferenceDatum?
        if isNext, !chance(oneIn: 20) {
            // A single quantity.
        } else if length > 100, chance(oneIn: 4) {
            points = self.points(of: whole)
        } else if chance(oneIn: 8) {
            whole.count = Int64(Int.random(in: 2...9, using: &random))
            whole.minimum = whole.value / 2
            whole.maximum = whole.value * 2
            whole.mostRecent = (whole.value + 1, start + length / 2, start + length)
            condensed = whole
        }
        let sample = Stored(
            number: idsSoFar,
            app: app,
            start: start,
            end: start + length,
            value: whole.value,
            sync: chance(oneIn: 5) ? "sync \(Int.random(in: 0..<4, using: &random))" : nil,
            data: points.isEmpty ? [whole] : points
        )
        return (sample, isEntered, points, condensed)
    }

    private mutating func points(of whole: ReferenceDatum) -> [ReferenceDatum] {
        let times = (0..<Int.random(in: 2...5, using: &random)).map { _ in
            Int64.random(in: whole.start...whole.end, using: &random)
        }.sorted()
        return times.enumerated().map { index, time in
            let next = index + 1 < times.count ? times[index + 1] : whole.end
            let end = chance(oneIn: 3) ? time : next
            var point = ReferenceDatum(start: time, end: end, value: value(), app: whole.app)
            point.isEntered = whole.isEntered
            point.wearing = whole.wearing
            return point
        }
    }

    private mutating func columns(
        _ rows: [(sample: Stored, isEntered: Bool, points: [ReferenceDatum], condensed: ReferenceDatum?)],
        _ device: Device?,
        _ hasPoints: Bool
    ) -> SampleColumns {
        let isCondensed = rows.contains { $0.condensed != nil }
        let column = { (value: (ReferenceDatum) -> Double) in
            isCondensed ? rows.map { $0.condensed.map(value) ?? $0.sample.value } : []
        }
        let times = { (value: (ReferenceDatum) -> Int64, other: (Stored) -> Int64) in
            isCondensed ? rows.map { at($0.condensed.map(value) ?? other($0.sample)) } : []
        }
        var quantities = QuantityColumns(
            values: rows.map(\.sample.value),
            counts: isCondensed || hasPoints ? rows.map { Int64(max($0.points.count, 1)) } : [],
            minimums: column(\.minimum),
            maximums: column(\.maximum),
            mostRecents: column(\.mostRecent.value),
            mostRecentStarts: times(\.mostRecent.start, \.start),
            mostRecentEnds: times(\.mostRecent.end, \.end)
        )
        if isCondensed {
            quantities.counts = rows.map { $0.condensed?.count ?? 1 }
        }
        if hasPoints {
            let points = rows.flatMap(\.points)
            quantities.points = SeriesPoints(
                lengths: rows.map { UInt32($0.points.count) },
                starts: points.map { at($0.start) },
                ends: points.map { at($0.end) },
                values: points.map(\.value)
            )
        }
        var metadata: [Metadata] = []
        for row in rows {
            var entries: [Metadata.Entry] = []
            if row.isEntered {
                entries.append(Metadata.Entry(key: "HKWasUserEntered", value: .boolean(true)))
            }
            if let sync = row.sample.sync {
                entries.append(Metadata.Entry(key: "HKMetadataKeySyncIdentifier", value: .string(sync)))
                entries.append(
                    Metadata.Entry(key: "HKMetadataKeySyncVersion", value: .integer(Int64(row.sample.number)))
                )
            }
            metadata.append(HearthStoreTests.metadata(entries))
        }
        return SampleColumns(
            type: type,
            ids: rows.map { exampleID($0.sample.number) },
            starts: rows.map { at($0.sample.start) },
            ends: rows.map { at($0.sample.end) },
            provenance: DictionaryColumn(entries: [Provenance(device: device)]),
            metadata: DictionaryColumn(metadata),
            payload: .quantity(quantities)
        )
    }

    private mutating func delete() throws {
        guard !stored.isEmpty else { return }
        let doomed = stored.remove(at: Int.random(in: 0..<stored.count, using: &random))
        try store.delete([exampleID(doomed.number)], as: ExampleStore.origin(Self.apps[doomed.app]))
    }

    private mutating func rank() throws {
        ranked = chance(oneIn: 3) ? [] : Array(Self.apps.shuffled(using: &random).prefix(2))
        try store.commit(.rankSources(type, SourceRankList(ranked.map { AppID($0) })))
    }

    // MARK: - Statistics

    /// What the rules say of the samples that match.
    func expected(_ request: QueryStatistics, _ matches: (Int64, Int64, String) -> Bool) -> [ReferenceRow] {
        let matching = stored.filter { matches($0.start, $0.end, Self.apps[$0.app]) }
        // Of equal starts those come first that were saved first; a stable sort.
        let data = matching.flatMap(\.data).enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }
        return StatisticsReference(
            data: data.map(\.element),
            aggregation: type.aggregation ?? .cumulative,
            edges: request.edges.map(\.nanoseconds),
            options: request.options,
            bySource: request.bySource,
            ranked: ranked,
            apps: appsSeen
        ).rows()
    }

    /// What the engine says, in steps of a few rows.
    func computed(_ request: QueryStatistics, rows: Int = .max) throws -> [ReferenceRow] {
        let cursor = try StatisticsCursor(request, of: 0..<request.bucketCount, in: store.writer.snapshot, store.reader)
        return try cursor.rows(store.reader, steps: rows)
    }
}

extension StatisticsCursor {
    /// All rows that are left.
    func rows(_ reader: StoreReader, steps rows: Int = .max) throws -> [ReferenceRow] {
        var found: [ReferenceRow] = []
        var batch = newBatch()
        while true {
            let progress = try step(reader, rows: rows, into: &batch)
            if case .pause = progress { continue }
            found += batch.referenceRows
            if case .done = progress { return found.inOrder }
            batch = newBatch()
        }
    }
}

extension [ReferenceRow] {
    /// By bucket, and in each that of all sources first.
    var inOrder: [ReferenceRow] {
        sorted { ($0.bucket, $0.app ?? "") < ($1.bucket, $1.app ?? "") }
    }
}

extension StatisticsAssembly {
    var referenceRows: [ReferenceRow] {
        merged.referenceRows(nil) + sources.flatMap { $0.columns.referenceRows($0.source.bundleIdentifier) }
    }
}

extension StatisticsColumns {
    func referenceRows(_ app: String?) -> [ReferenceRow] {
        let value = { (column: [Double], row: Int) in column.isEmpty ? nil : column[row] }
        let time = { (column: [Timestamp], row: Int) in column.isEmpty ? nil : column[row].nanoseconds }
        return buckets.indices.map { row in
            ReferenceRow(
                bucket: buckets[row],
                app: app,
                count: counts[row],
                start: starts[row].nanoseconds,
                end: ends[row].nanoseconds,
                sum: value(sums, row),
                average: value(averages, row),
                minimum: value(minimums, row),
                maximum: value(maximums, row),
                mostRecent: value(mostRecents, row),
                mostRecentStart: time(mostRecentStarts, row),
                mostRecentEnd: time(mostRecentEnds, row),
                duration: value(durations, row)
            )
        }
    }
}
