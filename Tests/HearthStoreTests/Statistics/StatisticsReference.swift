import Foundation
import HearthModel

@testable import HearthStore

/// A quantity as the rules see it, with all that they ask for.
struct ReferenceDatum {
    var start: Int64
    var end: Int64
    var value: Double
    var count: Int64 = 1
    var minimum: Double
    var maximum: Double
    var mostRecent: (value: Double, start: Int64, end: Int64)
    var app: String
    /// 2: a person entered it; 0: not.
    var isEntered = false
    /// 2: worn, 1: carried, 0: neither.
    var wearing = 0

    init(start: Int64, end: Int64, value: Double, app: String) {
        self.start = start
        self.end = end
        self.value = value
        minimum = value
        maximum = value
        mostRecent = (value, start, end)
        self.app = app
    }
}

/// A row of statistics; nil for what was not asked for.
struct ReferenceRow: Hashable {
    var bucket: UInt32
    var app: String?
    var count: Int64
    var start: Int64
    var end: Int64
    var sum: Double?
    var average: Double?
    var minimum: Double?
    var maximum: Double?
    var mostRecent: Double?
    var mostRecentStart: Int64?
    var mostRecentEnd: Int64?
    var duration: Double?
}

/// The rules of `Protocol/STATISTICS.md` in the plainest way: each bucket by itself, from all data, in time that is cut at
/// every start and end.
struct StatisticsReference {
    /// In the order in which a query without an order of its own has them.
    var data: [ReferenceDatum]
    var aggregation: Aggregation
    /// In nanoseconds; empty: one bucket.
    var edges: [Int64]
    var options: StatisticsOptions
    var bySource = false
    /// The order that the owner has set.
    var ranked: [String] = []
    /// The apps in the order of their first samples in the store.
    var apps: [String]

    func rows() -> [ReferenceRow] {
        let edges = edges.isEmpty ? [Int64.min, .max] : edges
        var rows: [ReferenceRow] = []
        for bucket in 0..<edges.count - 1 {
            let bounds = edges[bucket]..<edges[bucket + 1]
            let inside = data.filter { datum in
                datum.start == datum.end
                    ? bounds.contains(datum.start) : datum.start < bounds.upperBound && datum.end > bounds.lowerBound
            }
            guard !inside.isEmpty else { continue }
            rows.append(row(UInt32(bucket), nil, inside, bounds))
            if bySource {
                for app in Set(inside.map(\.app)).sorted() {
                    rows.append(row(UInt32(bucket), app, inside.filter { $0.app == app }, bounds))
                }
            }
        }
        return rows
    }

    private func row(_ bucket: UInt32, _ app: String?, _ inside: [ReferenceDatum], _ bounds: Range<Int64>)
        -> ReferenceRow
    {
        var row = ReferenceRow(
            bucket: bucket,
            app: app,
            count: inside.reduce(0) { $0 + $1.count },
            start: inside.map(\.start).min() ?? 0,
            end: inside.map(\.end).max() ?? 0
        )
        if options.contains(.sum) { row.sum = sum(inside, bounds) }
        let least = inside.map(\.minimum).min() ?? 0
        let greatest = inside.map(\.maximum).max() ?? 0
        if options.contains(.average) { row.average = min(max(average(inside, bounds), least), greatest) }
        if options.contains(.minimum) { row.minimum = least }
        if options.contains(.maximum) { row.maximum = greatest }
        if options.contains(.mostRecent), var latest = inside.first?.mostRecent {
            for datum in inside where (datum.mostRecent.end, datum.mostRecent.start) >= (latest.end, latest.start) {
                latest = datum.mostRecent
            }
            (row.mostRecent, row.mostRecentStart, row.mostRecentEnd) = (latest.value, latest.start, latest.end)
        }
        if options.contains(.duration) {
            let covered = pieces(inside, bounds).filter { !$0.active.isEmpty }.reduce(0) { $0 + $1.length }
            row.duration = Double(covered) / 1e9
        }
        return row
    }

    private func length(_ datum: ReferenceDatum, _ bounds: Range<Int64>) -> Int64 {
        min(datum.end, bounds.upperBound) - max(datum.start, bounds.lowerBound)
    }

    /// The bucket, cut where something begins or ends, and what covers each piece.
    private func pieces(_ data: [ReferenceDatum], _ bounds: Range<Int64>) -> [(length: Int64, active: [Int])] {
        let cuts = Set(data.flatMap { [max($0.start, bounds.lowerBound), min($0.end, bounds.upperBound)] }).sorted()
        return zip(cuts, cuts.dropFirst()).map { from, to in
            (to - from, data.indices.filter { data[$0].start <= from && data[$0].end >= to })
        }
    }

    private func sum(_ data: [ReferenceDatum], _ bounds: Range<Int64>) -> Double {
        var time = [Int64](repeating: 0, count: data.count)
        for (length, active) in pieces(data, bounds) {
            for index in winners(active, of: data) {
                time[index] += length
            }
        }
        var terms: [Double] = []
        for (index, datum) in data.enumerated() {
            if datum.start == datum.end {
                let there = data.indices.filter { other in
                    let other = data[other]
                    return other.start == other.end
                        ? other.start == datum.start : other.start <= datum.start && datum.start < other.end
                }
                if winners(there, of: data).contains(index) { terms.append(datum.value) }
            } else if time[index] == datum.end - datum.start {
                terms.append(datum.value)
            } else if time[index] > 0 {
                terms.append(datum.value * (Double(time[index]) / Double(datum.end - datum.start)))
            }
        }
        return StatisticsReference.sum(terms).clamped
    }

    /// The exact sum, rounded once. Infinite if it is beyond all numbers, but not on the way there.
    private static func sum(_ terms: [Double]) -> Double {
        let isLarge = terms.contains { abs($0) > 1e250 }
        return isLarge ? referenceSum(terms.map { $0 * 0x1p-64 }) * 0x1p64 : referenceSum(terms)
    }

    /// The weighted mean. Large values are made smaller for the time of the computation.
    private static func mean(_ values: [Double], _ weights: [Int64]) -> Double {
        let scale = values.contains { abs($0) > 1e250 } ? 0x1p-256 : 1
        let terms = zip(values, weights).map { $0 * scale * Double($1) }
        return referenceSum(terms) / Double(weights.reduce(Int128(0)) { $0 + Int128($1) }) / scale
    }

    /// Of what covers a moment, that which counts.
    private func winners(_ active: [Int], of data: [ReferenceDatum]) -> [Int] {
        guard let best = active.max(by: { rank(data[$0]).lexicographicallyPrecedes(rank(data[$1])) }) else { return [] }
        return active.filter { data[$0].app == data[best].app }
    }

    private func rank(_ datum: ReferenceDatum) -> [Int] {
        if let place = ranked.firstIndex(of: datum.app) { return [ranked.count - place] }
        return [0, datum.isEntered ? 1 : 0, datum.wearing, apps.firstIndex(of: datum.app) ?? 0]
    }

    private func average(_ data: [ReferenceDatum], _ bounds: Range<Int64>) -> Double {
        let second: Int64 = 1_000_000_000
        let weights = data.map { max(length($0, bounds), second) }
        let values = data.map(\.value)
        switch aggregation {
        case .cumulative, .discreteArithmetic: return StatisticsReference.mean(values, data.map(\.count))
        case .discreteTemporallyWeighted: return StatisticsReference.mean(values, weights)
        case .discreteEquivalentContinuousLevel:
            return 10 * log10(StatisticsReference.mean(values.map { pow(10, $0 / 10) }, weights))
        }
    }
}
