import HearthModel

extension SampleColumns {
    /// The estimated bytes of a row on the wire. Parts that differ from row to row, such as series and metadata, count as
    /// their average.
    var bytesPerRow: Int {
        guard count > 0 else { return 1 }
        let timeBytes = 8
        let indexBytes = 4
        let fixed =
            ObjectID.byteCount + timeBytes + (ends.isEmpty ? 0 : timeBytes)
            + (provenance.indexes.isEmpty ? 0 : indexBytes) + (metadata.indexes.isEmpty ? 0 : indexBytes)
        let bytesOfProvenance = 256
        let spread =
            metadata.entries.reduce(0) { $0 + $1.wireBytes } + bytesOfProvenance * provenance.entries.count
            + payload.wireBytes
        return fixed + (spread + count - 1) / count
    }

    /// The estimated bytes on the wire.
    var wireBytes: Int { bytesPerRow * count }
}

extension Metadata {
    /// The estimated bytes on the wire.
    fileprivate var wireBytes: Int {
        let bytesAround = 24
        return entries.reduce(bytesAround) { $0 + $1.textBytes + bytesAround }
    }
}

extension SampleColumns.Payload {
    /// The estimated bytes on the wire.
    fileprivate var wireBytes: Int {
        switch self {
        case .quantity(let columns): columns.wireBytes
        case .category(let columns): 8 * columns.values.count
        case .correlation(let columns): 4 * columns.lengths.count + ObjectID.byteCount * columns.members.count
        case .workout(let columns):
            12 * columns.activityTypes.count + columns.details.reduce(0) { $0 + $1.wireBytes }
        case .route(let columns):
            4 * columns.lengths.count
                + 8
                * RouteColumns.optionalColumns.reduce(3 * columns.timestamps.count) {
                    $0 + columns[keyPath: $1.column].count
                }
        case .heartbeat(let columns): 4 * columns.lengths.count + 9 * columns.offsets.count
        case .record(let columns): columns.messageBytes.reduce(0, +)
        }
    }
}

extension QuantityColumns {
    fileprivate var wireBytes: Int {
        let numbers =
            values.count + counts.count + minimums.count + maximums.count + mostRecents.count
            + mostRecentStarts.count + mostRecentEnds.count
        guard let points else { return 8 * numbers }
        return 8 * (numbers + points.starts.count + points.ends.count + points.values.count) + 4 * points.lengths.count
    }
}

extension WorkoutDetail {
    fileprivate var wireBytes: Int {
        let bytesOfTotals = 48
        let bytesOfOne = 128
        return bytesOfTotals + bytesOfOne * (events.count + activities.count + statistics.count)
    }
}
