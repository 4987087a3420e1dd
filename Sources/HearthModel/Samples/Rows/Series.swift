/// The ranges of each sample's series in columns that hold all series, one after the other.
package struct Series {
    /// For each sample, the rows of its elements.
    package let ranges: [Range<Int>]

    package init(_ lengths: [UInt32]) {
        var first = 0
        ranges = lengths.map { length in
            defer { first += Int(length) }
            return first..<first + Int(length)
        }
    }

    /// The elements of these samples, in this order; empty for a missing column.
    package func elements<Element>(_ column: [Element], of rows: RowList) -> [Element] {
        guard !column.isEmpty else { return [] }
        switch rows {
        case .range(let range):
            guard let first = ranges[range].first, let last = ranges[range].last else { return [] }
            return Array(column[first.lowerBound..<last.upperBound])
        case .each(let rows):
            return rows.flatMap { column[ranges[$0]] }
        }
    }
}

extension RouteColumns {
    /// The number of a route's locations.
    package func count(_ row: Int) -> Int64 { counts.isEmpty ? Int64(lengths[row]) : counts[row] }

    func selecting(_ rows: RowList) -> RouteColumns {
        let series = Series(lengths)
        return RouteColumns(
            lengths: lengths.selecting(rows),
            counts: counts.selecting(rows),
            timestamps: series.elements(timestamps, of: rows),
            latitudes: series.elements(latitudes, of: rows),
            longitudes: series.elements(longitudes, of: rows),
            altitudes: series.elements(altitudes, of: rows),
            horizontalAccuracies: series.elements(horizontalAccuracies, of: rows),
            verticalAccuracies: series.elements(verticalAccuracies, of: rows),
            speeds: series.elements(speeds, of: rows),
            courses: series.elements(courses, of: rows),
            speedAccuracies: series.elements(speedAccuracies, of: rows),
            courseAccuracies: series.elements(courseAccuracies, of: rows)
        )
    }

    /// A bit for each optional column that is present. Only routes with the same optional columns can be joined.
    package var shape: UInt8 {
        RouteColumns.optionalColumns.enumerated().reduce(0) { shape, optional in
            self[keyPath: optional.element.column].isEmpty ? shape : shape | 1 << optional.offset
        }
    }
}

extension HeartbeatColumns {
    /// The number of a series' beats.
    package func count(_ row: Int) -> Int64 { counts.isEmpty ? Int64(lengths[row]) : counts[row] }

    func selecting(_ rows: RowList) -> HeartbeatColumns {
        let series = Series(lengths)
        return HeartbeatColumns(
            lengths: lengths.selecting(rows),
            counts: counts.selecting(rows),
            offsets: series.elements(offsets, of: rows),
            gaps: series.elements(gaps, of: rows)
        )
    }
}
