/// Columns with the position of each series, which is computed once for all comparisons.
package struct ComparableColumns {
    fileprivate let columns: SampleColumns
    fileprivate let series: Series

    package init(_ columns: SampleColumns) {
        self.columns = columns
        series = Series(columns.payload.seriesLengths)
    }
}

/// Compares rows of two columns of one type: times, metadata and payload, whichever columns either leaves out. It does
/// not compare identifiers and provenances.
package struct ContentComparison {
    private let left: SampleColumns
    private let right: SampleColumns
    private let leftSeries: Series
    private let rightSeries: Series

    package init(_ left: ComparableColumns, _ right: ComparableColumns) {
        self.left = left.columns
        self.right = right.columns
        leftSeries = left.series
        rightSeries = right.series
    }

    /// Whether a row of the left columns equals one of the right columns.
    package func isSame(_ row: Int, _ otherRow: Int) -> Bool {
        left.type == right.type && left.starts[row] == right.starts[otherRow]
            && left.end(row) == right.end(otherRow)
            && (left.metadata[row] ?? Metadata.none).hasSameContent(as: right.metadata[otherRow] ?? Metadata.none)
            && hasSamePayload(row, otherRow)
    }

    private func hasSamePayload(_ row: Int, _ otherRow: Int) -> Bool {
        switch (left.payload, right.payload) {
        case (.quantity(let one), .quantity(let other)):
            isSame(one, row, other, otherRow)
        case (.category(let one), .category(let other)):
            one.values[row] == other.values[otherRow]
        case (.correlation(let one), .correlation(let other)):
            elements(one.members, row, other.members, otherRow)
        case (.workout(let one), .workout(let other)):
            one.activityTypes[row] == other.activityTypes[otherRow]
                && one.duration(row, in: left) == other.duration(otherRow, in: right)
                && one.detail(row) == other.detail(otherRow)
        case (.route(let one), .route(let other)):
            isSame(one, row, other, otherRow)
        case (.heartbeat(let one), .heartbeat(let other)):
            elements(one.offsets, row, other.offsets, otherRow) && gaps(one, row, other, otherRow)
        case (.record(let one), .record(let other)):
            one.records[row].isIdentical(to: other.records[otherRow])
                && series(one.voltages, row, other.voltages, otherRow)
                && series(one.contents, row, other.contents, otherRow)
        default:
            false
        }
    }

    private func isSame(_ one: QuantityColumns, _ row: Int, _ other: QuantityColumns, _ otherRow: Int) -> Bool {
        one.values[row] == other.values[otherRow] && one.count(row) == other.count(otherRow)
            && one.minimum(row) == other.minimum(otherRow) && one.maximum(row) == other.maximum(otherRow)
            && one.mostRecent(row) == other.mostRecent(otherRow)
            && one.mostRecentStart(row, in: left) == other.mostRecentStart(otherRow, in: right)
            && one.mostRecentEnd(row, in: left) == other.mostRecentEnd(otherRow, in: right)
            && isSame(one.points, row, other.points, otherRow)
    }

    private func isSame(_ one: SeriesPoints?, _ row: Int, _ other: SeriesPoints?, _ otherRow: Int) -> Bool {
        let length = one?.lengths[row] ?? 0
        guard length == other?.lengths[otherRow] ?? 0 else { return false }
        guard length > 0, let one, let other else { return true }
        return elements(one.starts, row, other.starts, otherRow) && elements(one.values, row, other.values, otherRow)
            && elements(
                one.ends.isEmpty ? one.starts : one.ends,
                row,
                other.ends.isEmpty ? other.starts : other.ends,
                otherRow
            )
    }

    private func isSame(_ one: RouteColumns, _ row: Int, _ other: RouteColumns, _ otherRow: Int) -> Bool {
        one.shape == other.shape && elements(one.timestamps, row, other.timestamps, otherRow)
            && elements(one.latitudes, row, other.latitudes, otherRow)
            && elements(one.longitudes, row, other.longitudes, otherRow)
            && RouteColumns.optionalColumns.allSatisfy { column, _ in
                elements(one[keyPath: column], row, other[keyPath: column], otherRow)
            }
    }

    private func gaps(_ one: HeartbeatColumns, _ row: Int, _ other: HeartbeatColumns, _ otherRow: Int) -> Bool {
        zip(leftSeries.ranges[row], rightSeries.ranges[otherRow]).allSatisfy { beat, otherBeat in
            (one.gaps.isEmpty ? 0 : one.gaps[beat]) == (other.gaps.isEmpty ? 0 : other.gaps[otherBeat])
        }
    }

    /// Whether the elements of two samples' series are equal. Each series may be empty, and so may its whole column.
    private func series<Element: Equatable>(
        _ one: [Element],
        _ row: Int,
        _ other: [Element],
        _ otherRow: Int
    ) -> Bool {
        let left: ArraySlice<Element> = one.isEmpty ? [] : one[leftSeries.ranges[row]]
        let right: ArraySlice<Element> = other.isEmpty ? [] : other[rightSeries.ranges[otherRow]]
        return left == right
    }

    /// Whether the elements of two samples' series are equal. Missing columns are equal.
    private func elements<Element: Equatable>(
        _ one: [Element],
        _ row: Int,
        _ other: [Element],
        _ otherRow: Int
    ) -> Bool {
        guard !one.isEmpty, !other.isEmpty else { return one.isEmpty == other.isEmpty }
        return one[leftSeries.ranges[row]] == other[rightSeries.ranges[otherRow]]
    }
}

extension Metadata {
    /// Whether keys and texts have the same bytes, and other values are equal: encoding may have turned -0 into 0.
    fileprivate func hasSameContent(as other: Metadata) -> Bool {
        entries.elementsEqual(other.entries) { left, right in
            guard left.key.isIdentical(to: right.key) else { return false }
            guard case .string = left.value else { return left.value == right.value }
            return left.value.isIdentical(to: right.value)
        }
    }
}

extension SampleColumns.Payload {
    /// How many elements each sample's series has in the columns. Empty: the kind has no series, or they are not
    /// included.
    fileprivate var seriesLengths: [UInt32] {
        switch self {
        case .quantity(let columns): columns.points?.lengths ?? []
        case .correlation(let columns): columns.lengths
        case .route(let columns): columns.lengths
        case .heartbeat(let columns): columns.lengths
        case .record(let columns): columns.lengths
        case .category, .workout: []
        }
    }
}
