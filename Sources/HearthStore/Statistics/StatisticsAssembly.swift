package import HearthModel

/// Puts rows together into the columns of a batch.
package struct StatisticsAssembly {
    private let options: StatisticsOptions
    private let conversion: UnitConversion
    private var room: Int
    private var bytes: Int
    private let rowBytes: Int
    package private(set) var merged = StatisticsColumns()
    private var bySource: [AppID: SourceStatistics] = [:]
    private var namedSources: [AppID: NamedSource] = [:]

    init(_ options: StatisticsOptions, _ conversion: UnitConversion, atMost rows: Int, _ bytes: Int) {
        self.options = options
        self.conversion = conversion
        room = rows
        self.bytes = bytes
        rowBytes = 4 + 3 * 8 + 8 * StatisticsAssembly.columns.count { options.contains($0) }
    }

    /// A latest quantity has three.
    private static let columns: [StatisticsOptions] = [
        .sum, .average, .minimum, .maximum, .mostRecent, .mostRecent, .mostRecent, .duration,
    ]
    /// What the message of a source takes in addition to its names and columns, at most.
    private static let bytesOfSource = 128

    package var isEmpty: Bool { merged.count == 0 && bySource.isEmpty }

    /// By their identifiers.
    package var sources: [SourceStatistics] { bySource.values.sorted { $0.source.app < $1.source.app } }

    /// Whether a row fits; the first one always does.
    func hasRoom(for output: StatisticsOutput) -> Bool {
        isEmpty || room > 0 && bytes(of: output) <= bytes
    }

    /// With those of its source, if that is new or comes under a later name.
    private func bytes(of output: StatisticsOutput) -> Int {
        guard let named = output.source else { return rowBytes }
        guard let known = namedSources[named.source.app] else {
            return rowBytes + named.source.messageBytes + StatisticsAssembly.bytesOfSource
        }
        return rowBytes + (named.isNamedLater(than: known) ? named.source.messageBytes : 0)
    }

    mutating func append(_ output: StatisticsOutput) {
        room -= 1
        bytes -= bytes(of: output)
        guard let named = output.source else {
            append(output.row, to: &merged)
            return
        }
        let (source, app) = (named.source, named.source.app)
        var ofSource =
            bySource.removeValue(forKey: app) ?? SourceStatistics(source: source, columns: StatisticsColumns())
        append(output.row, to: &ofSource.columns)
        if namedSources[app].map(named.isNamedLater) ?? true {
            namedSources[app] = named
            ofSource.source = source
        }
        bySource[app] = ofSource
    }

    private func append(_ row: StatisticsRow, to columns: inout StatisticsColumns) {
        columns.buckets.append(row.bucket)
        columns.counts.append(row.count)
        columns.starts.append(Timestamp(nanoseconds: row.start))
        columns.ends.append(Timestamp(nanoseconds: row.end))
        if options.contains(.sum) { columns.sums.append(converted(row.sum, row)) }
        if options.contains(.average) { columns.averages.append(converted(row.average, row)) }
        if options.contains(.minimum) { columns.minimums.append(converted(row.minimum, row)) }
        if options.contains(.maximum) { columns.maximums.append(converted(row.maximum, row)) }
        if options.contains(.mostRecent) {
            columns.mostRecents.append(converted(row.mostRecent.value, row))
            columns.mostRecentStarts.append(Timestamp(nanoseconds: row.mostRecent.start))
            columns.mostRecentEnds.append(Timestamp(nanoseconds: row.mostRecent.end))
        }
        if options.contains(.duration) { columns.durations.append(row.duration) }
    }

    /// A value in the unit that is asked for; beyond all numbers the greatest of its sign. In a row that holds nothing all
    /// is 0, whatever the unit.
    private func converted(_ value: Double, _ row: StatisticsRow) -> Double {
        guard row.count > 0 else { return 0 }
        let converted = conversion(value)
        // On the way to a result a conversion can be beyond all numbers.
        return converted.isFinite ? converted : (conversion(value * 0x1p-64) * 0x1p64).clamped
    }
}
