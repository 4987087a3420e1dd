package import HearthModel
package import HearthStore

// A sample by itself, with every default written out: two are equal when they say the same, however the columns were
// put together.

extension SampleColumns {
    /// The samples as a store must give them back.
    package var spelledOutRows: [SampleColumns] {
        (0..<count).map { spelledOut($0) }
    }

    /// The samples that an app saves, as a store must give them back afterwards.
    package func spelledOutRows(savedBy origin: Write.Origin) -> [SampleColumns] {
        (0..<count).map { row in
            var sample = spelledOut(row)
            sample.provenance.entries = [
                Provenance(
                    source: origin.source,
                    version: origin.version,
                    productType: origin.productType,
                    operatingSystemVersion: origin.operatingSystemVersion,
                    device: provenance[row]?.device
                )
            ]
            sample.derivePoints()
            return sample
        }
    }

    private func spelledOut(_ row: Int) -> SampleColumns {
        SampleColumns(
            type: type,
            ids: [ids[row]],
            starts: [starts[row]],
            ends: [end(row)],
            provenance: DictionaryColumn(entries: [provenance[row] ?? Provenance()]),
            metadata: DictionaryColumn(entries: [metadata[row] ?? .none]),
            payload: spelledOutPayload(row)
        )
    }

    private func spelledOutPayload(_ row: Int) -> Payload {
        switch payload {
        case .quantity(let columns):
            .quantity(columns.spelledOut(row, in: self))
        case .category(let columns):
            .category(CategoryColumns(values: [columns.values[row]]))
        case .correlation(let columns):
            .correlation(
                CorrelationColumns(
                    lengths: [columns.lengths[row]],
                    members: Array(columns.members[series(columns.lengths, row)])
                )
            )
        case .workout(let columns):
            .workout(
                WorkoutColumns(
                    activityTypes: [columns.activityTypes[row]],
                    durations: [
                        columns.durations.isEmpty
                            ? Double(end(row).nanoseconds - starts[row].nanoseconds) / 1e9 : columns.durations[row]
                    ],
                    details: [columns.details.isEmpty ? WorkoutDetail() : columns.details[row]]
                )
            )
        case .route(let columns):
            .route(columns.spelledOut(row))
        case .heartbeat(let columns):
            .heartbeat(columns.spelledOut(row))
        case .record(let columns):
            .record(columns.spelledOut(row))
        }
    }

    /// What the store computes from the points of a series that is saved.
    private mutating func derivePoints() {
        guard case .quantity(var columns) = payload, let points = columns.points,
            let least = points.values.min(), let greatest = points.values.max(), let last = points.starts.indices.last
        else { return }
        columns.minimums = [least]
        columns.maximums = [greatest]
        columns.mostRecents = [points.values[last]]
        columns.mostRecentStarts = [points.starts[last]]
        columns.mostRecentEnds = [points.ends[last]]
        payload = .quantity(columns)
    }
}

/// Where the points of a sample's series lie in the columns of points.
private func series(_ lengths: [UInt32], _ row: Int) -> Range<Int> {
    let first = lengths[..<row].reduce(0) { $0 + Int($1) }
    return first..<first + Int(lengths[row])
}

extension Array {
    /// The rows of a column that may be left out.
    fileprivate func slice(_ range: Range<Int>) -> [Element] {
        isEmpty ? [] : Array(self[range])
    }

    fileprivate func value(_ row: Int, default other: Element) -> Element {
        isEmpty ? other : self[row]
    }
}

extension QuantityColumns {
    fileprivate func spelledOut(_ row: Int, in samples: SampleColumns) -> QuantityColumns {
        let value = values[row]
        return QuantityColumns(
            values: [value],
            unit: unit ?? samples.type.storageUnit,
            counts: [counts.value(row, default: 1)],
            minimums: [minimums.value(row, default: value)],
            maximums: [maximums.value(row, default: value)],
            mostRecents: [mostRecents.value(row, default: value)],
            mostRecentStarts: [mostRecentStarts.value(row, default: samples.starts[row])],
            mostRecentEnds: [mostRecentEnds.value(row, default: samples.end(row))],
            points: points.flatMap { $0.spelledOut(row) }
        )
    }
}

extension SeriesPoints {
    fileprivate func spelledOut(_ row: Int) -> SeriesPoints? {
        guard lengths[row] > 0 else { return nil }
        let range = series(lengths, row)
        return SeriesPoints(
            lengths: [lengths[row]],
            starts: Array(starts[range]),
            ends: Array((ends.isEmpty ? starts : ends)[range]),
            values: Array(values[range])
        )
    }
}

extension RouteColumns {
    fileprivate func spelledOut(_ row: Int) -> RouteColumns {
        let range = series(lengths, row)
        return RouteColumns(
            lengths: [lengths[row]],
            timestamps: Array(timestamps[range]),
            latitudes: Array(latitudes[range]),
            longitudes: Array(longitudes[range]),
            altitudes: altitudes.slice(range),
            horizontalAccuracies: horizontalAccuracies.slice(range),
            verticalAccuracies: verticalAccuracies.slice(range),
            speeds: speeds.slice(range),
            courses: courses.slice(range),
            speedAccuracies: speedAccuracies.slice(range),
            courseAccuracies: courseAccuracies.slice(range)
        )
    }
}

extension RecordColumns {
    fileprivate func spelledOut(_ row: Int) -> RecordColumns {
        let range = lengths.isEmpty ? 0..<0 : series(lengths, row)
        return RecordColumns(
            records: [records[row]],
            lengths: lengths.slice(row..<row + 1),
            voltages: voltages.slice(range),
            contents: contents.slice(range)
        )
    }
}

extension HeartbeatColumns {
    fileprivate func spelledOut(_ row: Int) -> HeartbeatColumns {
        let range = series(lengths, row)
        return HeartbeatColumns(
            lengths: [lengths[row]],
            offsets: Array(offsets[range]),
            gaps: gaps.isEmpty ? Array(repeating: 0, count: range.count) : Array(gaps[range])
        )
    }
}
