internal import HearthModel

extension SampleColumns {
    /// The samples as they are stored: values in the storage unit, and what follows from the points of series worked out.
    func normalized() throws(HearthError) -> SampleColumns {
        guard case .quantity(var columns) = payload else { return withoutDefaults() }
        columns.deriveFromPoints(in: self)
        if let unit = columns.unit, let storageUnit = type.storageUnit {
            let conversion = try UnitConversion(from: unit, to: storageUnit)
            columns.convert(conversion)
            columns.unit = nil
            try columns.checkRange()
        }
        var normalized = self
        normalized.payload = .quantity(columns)
        return normalized.withoutDefaults()
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

    /// A conversion can take a value beyond the greatest number that there is.
    fileprivate func checkRange() throws(HearthError) {
        for (column, field) in [
            (values, "values"), (minimums, "minimums"), (maximums, "maximums"), (mostRecents, "most_recents"),
            (points?.values ?? [], "points.values"),
        ] {
            guard let row = column.firstIndex(where: { !$0.isFinite }) else { continue }
            throw HearthError(
                .valueOutOfRange,
                "the number is too large in the unit in which it is stored",
                field: "quantity.\(field)[\(row)]"
            )
        }
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
