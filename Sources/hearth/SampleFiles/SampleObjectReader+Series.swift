import HearthModel

// Samples with series, as lines have them that `hearth query --json --series` prints.
extension SampleObjectReader {
    /// A sample that is more than a value and times.
    func whole(_ object: JSONObject, _ type: ObjectType) throws(InputError) -> WholeSample {
        let row = try row(of: object)
        try checkIsPast(row.end)
        var sample = WholeSample(
            columns: SampleColumns(
                type: type,
                ids: [row.id ?? ObjectID(high: 0, low: 0)],
                starts: [row.start],
                ends: row.end == row.start ? [] : [row.end],
                provenance: DictionaryColumn(entries: row.attachment.device.map { [Provenance(device: $0)] } ?? []),
                metadata: DictionaryColumn(entries: row.attachment.metadata == .none ? [] : [row.attachment.metadata]),
                payload: .category(CategoryColumns(values: []))
            ),
            hasID: row.id != nil
        )
        switch type.kind {
        case .quantity: sample.columns.payload = .quantity(try quantities(of: object, type))
        case .category: sample.columns.payload = .category(try categories(of: object, type))
        case .correlation:
            sample.members = try members(of: object, type)
            sample.columns.payload = .correlation(
                CorrelationColumns(lengths: [UInt32(sample.members.count)], members: sample.members.map(\.id))
            )
        case .workout:
            sample.columns.payload = .workout(try workouts(of: object))
            sample.workoutMembers = try workoutMembers(of: object)
        case .workoutRoute: sample.columns.payload = .route(try routes(of: object))
        case .heartbeatSeries: sample.columns.payload = .heartbeat(try heartbeats(of: object))
        default: sample.columns.payload = .record(try RecordObjectReader(type: type).columns(of: object))
        }
        do throws(HearthError) {
            try sample.columns.validate()
            try sample.columns.validateForSaving()
        } catch {
            let path = object.path(of: LinePath.member(error.field, of: sample.columns))
            throw InputError("The sample is wrong at '\(path)'. \(error.message)")
        }
        return sample
    }

    private func checkIsPast(_ moment: Timestamp) throws(InputError) {
        guard moment > dates.now, !allowsImplausible else { return }
        throw InputError("\(DateText(zone: dates.zone).local(moment)) is in the future. Use --force to save it.")
    }

    // MARK: - Quantities

    private func quantities(of object: JSONObject, _ type: ObjectType) throws(InputError) -> QuantityColumns {
        // The unit on the command line is that of lines, and not of members.
        let values = try SampleValueReader(
            type,
            unit: try object.text("unit") ?? (object.isLine ? unit : nil),
            allowingImplausible: allowsImplausible
        )
        guard case .quantity(let value) = try value(of: object, values) else { throw object.missing("value") }
        var columns = QuantityColumns(values: [value], unit: values.unit?.unit)
        let points = try points(of: object, values)
        let count = try object.integer("count") ?? points.map { Int64($0.values.count) } ?? 1
        guard count > 0 else { throw object.wrong("count", "is not positive.") }
        columns.counts = count == 1 ? [] : [count]
        guard points == nil else {
            // The server computes the extremes from the points.
            columns.points = points
            return columns
        }
        columns.minimums = try extreme("minimum", of: object, values)
        columns.maximums = try extreme("maximum", of: object, values)
        guard let recent = try object.object("most_recent") else { return columns }
        let (start, end) = try times(of: recent)
        columns.mostRecents = try extreme("value", of: recent, values)
        columns.mostRecentStarts = [start]
        columns.mostRecentEnds = [end]
        return columns
    }

    private func extreme(
        _ name: String,
        of object: JSONObject,
        _ values: SampleValueReader
    ) throws(InputError) -> [Double] {
        object[name].isNull ? [] : [try number(name, of: object, values)]
    }

    /// A number in the unit of the sample.
    private func number(
        _ name: String,
        of object: JSONObject,
        _ values: SampleValueReader
    ) throws(InputError) -> Double {
        guard let unit = values.unit, let text = object[name].numberText else {
            throw object[name].isNull ? object.missing(name) : object.wrong(name, "is not a number.")
        }
        do throws(InputError) {
            return try values.number(text.utf8Span.span, in: unit)
        } catch {
            throw InputError("In '\(object.path(of: name))': \(error.description)")
        }
    }

    /// Nil if there are none.
    private func points(
        of object: JSONObject,
        _ values: SampleValueReader
    ) throws(InputError) -> SeriesPoints? {
        var points = SeriesPoints(lengths: [], starts: [], values: [])
        try object.each("points") { point throws(InputError) in
            let (start, end) = try times(of: point)
            points.values.append(try number("value", of: point, values))
            points.starts.append(start)
            points.ends.append(end)
        }
        guard !points.values.isEmpty else { return nil }
        points.lengths = [UInt32(points.values.count)]
        points.ends = points.ends == points.starts ? [] : points.ends
        return points
    }

    /// The end is the start unless it is named.
    func times(of object: JSONObject) throws(InputError) -> (start: Timestamp, end: Timestamp) {
        guard let start = try moment(object, "start") else { throw object.missing("start") }
        let end = try moment(object, "end") ?? start
        guard start <= end else { throw object.wrong("end", "is before the start.") }
        return (start, end)
    }

    private func categories(of object: JSONObject, _ type: ObjectType) throws(InputError) -> CategoryColumns {
        let values = try SampleValueReader(type, unit: nil, allowingImplausible: allowsImplausible)
        guard case .category(let value) = try value(of: object, values) else { throw object.missing("value") }
        return CategoryColumns(values: [value])
    }

    // MARK: - Correlations

    private func members(of object: JSONObject, _ correlation: ObjectType) throws(InputError) -> [WholeSample] {
        let elements = try object.neededArray("members")
        if let index = elements.firstIndex(where: { $0.string != nil }) {
            throw InputError(
                "The member '\(object.path(of: "members"))[\(index)]' is a UUID and no sample: it was deleted."
                    + " Remove it from the line to save the others."
            )
        }
        return try object.list("members") { member throws(InputError) in
            let type = try TypeName.type(try member.neededText("type"))
            guard correlation.allowsMember(type) else {
                throw member.wrong("type", "is not one of a \(correlation.shortName).")
            }
            return try whole(member, type)
        }
    }

    // MARK: - Routes and heartbeats

    private func routes(of object: JSONObject) throws(InputError) -> RouteColumns {
        guard try !object.neededArray("locations").isEmpty else { throw object.wrong("locations", "is empty.") }
        var routes = RouteColumns()
        try object.each("locations") { location throws(InputError) in
            guard let time = try moment(location, "time") else { throw location.missing("time") }
            for (column, name) in RouteColumns.optionalMembers {
                let number = try location.number(name)
                // A column has a number for each location.
                guard (number == nil) == routes[keyPath: column].isEmpty || routes.timestamps.isEmpty else {
                    throw location.wrong(name, "is missing, or other locations do not have it.")
                }
                if let number {
                    routes[keyPath: column].append(number)
                }
            }
            routes.timestamps.append(time)
            routes.latitudes.append(try location.neededNumber("latitude"))
            routes.longitudes.append(try location.neededNumber("longitude"))
        }
        routes.lengths = [UInt32(routes.timestamps.count)]
        return routes
    }

    private func heartbeats(of object: JSONObject) throws(InputError) -> HeartbeatColumns {
        guard try !object.neededArray("beats").isEmpty else { throw object.wrong("beats", "is empty.") }
        var series = HeartbeatColumns()
        try object.each("beats") { beat throws(InputError) in
            series.offsets.append(try beat.neededNumber("seconds"))
            series.gaps.append(try beat.boolean("gap") == true ? 1 : 0)
        }
        series.gaps = series.gaps.contains(1) ? series.gaps : []
        series.lengths = [UInt32(series.offsets.count)]
        return series
    }
}
