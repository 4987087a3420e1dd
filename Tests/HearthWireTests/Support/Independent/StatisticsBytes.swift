import HearthModel
import HearthWire

extension QueryStatistics {
    var wireBytes: WireBytes {
        WireBytes("QueryStatistics") {
            $0.messages(1, clauses.map(\.wireBytes))
            $0.bool(2, options.contains(.sum))
            $0.bool(3, options.contains(.average))
            $0.bool(4, options.contains(.minimum))
            $0.bool(5, options.contains(.maximum))
            $0.bool(6, options.contains(.mostRecent))
            $0.bool(7, options.contains(.duration))
            $0.column(8, edges)
            $0.bool(9, bySource)
            $0.bool(10, follow)
        }
    }
}

extension StatisticsBatch {
    var wireBytes: WireBytes {
        WireBytes("StatisticsBatch") {
            $0.message(1, merged.count == 0 ? nil : merged.wireBytes)
            $0.messages(2, sources.map(\.wireBytes))
            $0.text(3, unit?.text ?? "")
            $0.bytes(4, anchor.bytes)
            $0.bool(5, reset)
            $0.bool(6, caughtUp)
        }
    }
}

extension SourceStatistics {
    var wireBytes: WireBytes {
        WireBytes("SourceStatistics") {
            $0.message(1, source.wireBytes)
            $0.message(2, columns.wireBytes)
        }
    }
}

extension StatisticsColumns {
    var wireBytes: WireBytes {
        WireBytes("StatisticsColumns") {
            $0.column(1, buckets)
            $0.column(2, counts)
            $0.column(3, starts)
            $0.column(4, ends)
            $0.column(5, sums)
            $0.column(6, averages)
            $0.column(7, minimums)
            $0.column(8, maximums)
            $0.column(9, mostRecents)
            $0.column(10, mostRecentStarts)
            $0.column(11, mostRecentEnds)
            $0.column(12, durations)
        }
    }
}

extension SourceRanks {
    var wireBytes: WireBytes {
        WireBytes("SourceRanks") {
            $0.text(1, type.identifier)
            $0.message(2, set?.wireBytes)
        }
    }
}

extension SourceRankList {
    var wireBytes: WireBytes {
        WireBytes("SourceRankList") {
            $0.texts(1, apps.map(\.description))
        }
    }
}
