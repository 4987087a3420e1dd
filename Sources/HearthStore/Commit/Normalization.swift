internal import HearthModel

extension SampleColumns {
    /// Whether values are in another unit than that in which they are stored.
    var needsConversion: Bool { payload.unit.map { $0 != type.storageUnit } ?? false }

    /// Converts all values to the unit in which they are stored. Throws if one of them is too large in that unit.
    mutating func convertToStorageUnit() throws(HearthError) {
        guard let unit = payload.unit, let storageUnit = type.storageUnit, case .quantity(var columns) = payload
        else { return }
        columns.convert(try UnitConversion(from: unit, to: storageUnit))
        columns.unit = nil
        try columns.checkRange()
        payload = .quantity(columns)
    }

    /// Samples whose values need no conversion as they are stored: with what follows from the points of series, and
    /// without columns that say nothing.
    func normalized() -> SampleColumns {
        guard case .quantity(var columns) = payload else { return withoutDefaults() }
        columns.deriveFromPoints(in: self)
        columns.unit = nil
        var normalized = self
        normalized.payload = .quantity(columns)
        return normalized.withoutDefaults()
    }
}

/// A property of the payload: its columns are read in place.
extension SampleColumns.Payload {
    /// The unit of the values; nil for the storage unit, and for values without a unit.
    fileprivate var unit: Unit? {
        if case .quantity(let columns) = self { columns.unit } else { nil }
    }
}

extension QuantityColumns {
    /// Converts everything that is a value of the type.
    mutating func convert(_ conversion: UnitConversion) {
        guard !conversion.isIdentity else { return }
        conversion.apply(to: &values)
        conversion.apply(to: &minimums)
        conversion.apply(to: &maximums)
        conversion.apply(to: &mostRecents)
        if var converted = points {
            conversion.apply(to: &converted.values)
            points = converted
        }
    }

    /// The field and the row of the first value that a conversion has taken beyond the largest number.
    var firstTooLarge: (field: String, row: Int)? {
        for (column, field) in [
            (values, "values"), (minimums, "minimums"), (maximums, "maximums"), (mostRecents, "most_recents"),
            (points?.values ?? [], "points.values"),
        ] {
            if let row = column.firstIndex(where: { !$0.isFinite }) { return (field, row) }
        }
        return nil
    }

    fileprivate func checkRange() throws(HearthError) {
        guard let (field, row) = firstTooLarge else { return }
        throw HearthError(
            .valueOutOfRange,
            "The number is too large in the unit in which it is stored.",
            field: "quantity.\(field)[\(row)]"
        )
    }

    /// Minimum, maximum and most recent value of each sample that carries points.
    fileprivate mutating func deriveFromPoints(in samples: SampleColumns) {
        guard let points, points.lengths.contains(where: { $0 > 0 }) else {
            points = nil
            return
        }
        var derived = self
        derived.minimums = values
        derived.maximums = values
        derived.mostRecents = values
        derived.mostRecentStarts = []
        derived.mostRecentEnds = []
        let pointEnds = points.ends.isEmpty ? points.starts : points.ends
        for (row, range) in Series(points.lengths).ranges.enumerated() {
            guard let last = range.last else {
                // Without points the value stands for itself, over the sample's time.
                derived.mostRecentStarts.append(samples.starts[row])
                derived.mostRecentEnds.append(samples.end(row))
                continue
            }
            let bounds = points.values[range].bounds
            derived.minimums[row] = bounds.lowerBound
            derived.maximums[row] = bounds.upperBound
            derived.mostRecents[row] = points.values[last]
            derived.mostRecentStarts.append(points.starts[last])
            derived.mostRecentEnds.append(pointEnds[last])
        }
        self = derived
    }
}
