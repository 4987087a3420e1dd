internal import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthWire

/// Reads the individual quantities of samples.
///
/// The samples are sorted by start. If all quantities are to be in one order, those of overlapping samples are held
/// back until no later sample can have an earlier one.
struct QuantitySeriesReading {
    /// One quantity: a point of a series, or a single sample.
    struct Point {
        var value: Double
        var start: Timestamp
        var end: Timestamp
        var sample: HKQuantitySample
    }

    private let unit: Unit
    private let bySample: Bool
    private let selections: [QuerySelection]
    private var source: QueryBatches.Iterator?
    /// The quantities that were read but not returned, in order from `next` on.
    private var waiting: [Point] = []
    private var next = 0
    /// Nothing that is still to be read begins before this.
    private var bound = Timestamp(nanoseconds: .min)

    init(_ type: HKQuantityType, _ predicate: NSPredicate?, bySample: Bool, on connection: Connection) throws {
        let selection = try QuerySelection(type, predicate)
        unit = type.storageUnit
        selections = [selection]
        self.bySample = bySample
        source = connection.query(QuerySamples(clauses: [selection.clause], includeSeries: true)).makeAsyncIterator()
    }

    /// The next quantity; nil after the last.
    nonisolated(nonsending) mutating func popFirst() async throws -> Point? {
        while next == waiting.count || (source != nil && !bySample && waiting[next].start >= bound) {
            guard source != nil else { return nil }
            try await readBatch()
        }
        next += 1
        return waiting[next - 1]
    }

    private nonisolated(nonsending) mutating func readBatch() async throws {
        guard let batch = try await source?.next() else {
            source = nil
            return
        }
        waiting.removeFirst(next)
        next = 0
        for columns in batch.columns {
            guard case .quantity(let quantities) = columns.payload else { continue }
            let samples = SampleDecoder.samples([columns]).of(HKQuantitySample.self)
            try append(samples, columns, quantities)
            bound = columns.starts.last ?? bound
        }
        if !bySample {
            waiting.sort { ($0.start, $0.end) < ($1.start, $1.end) }
        }
    }

    private mutating func append(
        _ samples: [HKQuantitySample],
        _ columns: SampleColumns,
        _ quantities: QuantityColumns
    ) throws {
        let conversion = try UnitConversion(from: quantities.unit ?? unit, to: unit)
        var first = 0
        for (row, sample) in samples.enumerated() {
            let length = Int(quantities.points?.lengths[row] ?? 0)
            defer { first += length }
            guard selections.filter([sample]).count == 1 else { continue }
            guard let points = quantities.points, length > 0 else {
                let value = conversion(quantities.values[row])
                waiting.append(Point(value: value, start: columns.starts[row], end: columns.end(row), sample: sample))
                continue
            }
            for index in first..<first + length {
                let end = points.ends.isEmpty ? points.starts[index] : points.ends[index]
                let value = conversion(points.values[index])
                waiting.append(Point(value: value, start: points.starts[index], end: end, sample: sample))
            }
        }
    }
}

extension QuantitySeriesReading.Point {
    func quantity(in unit: Unit) -> HKQuantity { HKQuantity(value, unit) }

    var interval: DateInterval { DateInterval(start: start.date, end: max(start.date, end.date)) }
}
