import HearthModel

/// Reads the tables of a database one after the other.
///
/// The version in the database is not looked at: it changes with each update of the phone. What a table or a column is
/// called decides, and what is missing is counted.
struct HealthConnectReading {
    /// The name of the format in UUIDs.
    static let format = "health-connect"

    /// A record, or a value of a series.
    struct Row {
        /// The UUID of the record.
        let id: ObjectID
        /// Whether the record has values in a table of their own.
        let isPart: Bool
        let start: Timestamp
        let end: Timestamp
        let source: HealthSource
        let isManual: Bool
        /// The number of the record in its table.
        let number: Int64
        /// Seconds east of Greenwich where it was measured; nil: not said.
        let zone: Int64?
    }

    private let file: SQLiteFile
    let selection: HealthSelection
    var tally = HealthTally()
    var sources: HealthConnectSources
    var sessions: HealthConnectSessions
    var identities: SampleIdentities
    var batch = HealthBatchBuilder()
    var conversions: [String: UnitConversion] = [:]
    /// Sleep sessions with stages.
    var stagedSessions: Set<Int64> = []
    /// The starts and ends of periods, ascending and apart from each other, and whether a flow was seen in each.
    var periods: [(start: Timestamp, end: Timestamp, hasFlow: Bool)] = []

    var tables: ArraySlice<HealthConnectTable>
    var open: (table: HealthConnectTable, rows: SQLiteRows)?
    var writesWorkouts = false
    var nextWorkout = 0
    var routes: HealthConnectRoutes?
    let stepCount: Int
    var steps = 0

    static let most = 1_000_000
    static let session = "exercise_session_record_table"
    var metadata = HealthConnectMetadata()

    init(
        _ file: SQLiteFile,
        _ selection: HealthSelection,
        _ key: IdentityKey?
    ) throws(FormatError) {
        identities = SampleIdentities(key)
        self.file = file
        self.selection = selection
        sources = try HealthConnectSources(file)
        sessions = try HealthConnectSessions([])
        tables = HealthConnectTable.all.filter { file.tables[$0.name] != nil }[...]
        stepCount = tables.count + 2
        try readSessions()
        try readStagedSessions()
        try readPeriods()
        try tallyUnknownTables()
    }

    /// The share of the tables that were read.
    var share: Double { Double(steps) / Double(stepCount) }

    var isBatchFull: Bool { batch.isFull }

    mutating func takeBatch() -> HealthBatch? { batch.take(sources.origins) }

    // MARK: - Before the samples

    static func time(_ milliseconds: Int64?) -> Timestamp? {
        guard let milliseconds else { return nil }
        let (nanoseconds, isTooLarge) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        let time = Timestamp(nanoseconds: nanoseconds)
        return !isTooLarge && time.isValid ? time : nil
    }

    /// The columns that all records have, then others.
    func select(_ table: HealthConnectTable) throws(FormatError) -> SQLiteRows? {
        let columns = file.tables[table.name] ?? []
        func column(_ name: String) -> String { columns.contains(name) ? "r.\"\(name)\"" : "NULL" }
        var names = ["uuid", "app_info_id", "device_info_id", "recording_method", "row_id"].map(column)
        names.append(column(table.isInterval ? "start_zone_offset" : "zone_offset"))
        guard let series = table.series else {
            names += (table.isInterval ? ["start_time", "end_time"] : ["time", "time"]).map(column)
            names += table.columns.map(column)
            return try file.rows("SELECT \(names.joined(separator: ", ")) FROM \"\(table.name)\" r")
        }
        guard let others = file.tables[series.name], others.contains("parent_key"), columns.contains("row_id") else {
            return nil
        }
        names += ([series.start, series.end] + table.columns).map { others.contains($0) ? "s.\"\($0)\"" : "NULL" }
        return try file.rows(
            "SELECT \(names.joined(separator: ", ")) FROM \"\(series.name)\" s CROSS JOIN \"\(table.name)\" r "
                + "ON r.row_id = s.parent_key"
        )
    }

    static let firstValue: Int32 = 8

    /// The record in a row; nil: something is wrong with it, which is counted.
    mutating func row(_ rows: SQLiteRows, isPart: Bool, subject: String) -> Row? {
        func omit(_ reason: OmissionReason) -> Row? {
            if ObjectType(identifier: subject).map({ selection.wants($0) }) ?? selection.wantsAll {
                tally.omit(subject, reason)
            }
            return nil
        }
        guard let id = rows.id(0) else { return omit(.invalidValue) }
        guard let start = Self.time(rows.integer(6)), let end = Self.time(rows.integer(7)) else {
            return omit(.invalidDate)
        }
        guard start <= end else { return omit(.endBeforeStart) }
        return Row(
            id: id,
            isPart: isPart,
            start: start,
            end: end,
            source: sources.source(app: rows.integer(1), device: rows.integer(2)),
            isManual: rows.integer(3) == 3,
            number: rows.integer(4) ?? -1,
            zone: rows.integer(5)
        )
    }

    mutating func readSessions() throws(FormatError) {
        guard file.tables[Self.session] != nil else { return }
        var table = HealthConnectTable(Self.session, .none, "exercise_type", "title", "notes")
        table.isInterval = true
        guard let rows = try select(table) else { return }
        var found: [HealthConnectSessions.Session] = []
        while try rows.next() {
            guard let row = row(rows, isPart: false, subject: ObjectType.workout.identifier) else { continue }
            guard found.count < Self.most else { throw FormatError(.tooManyRecords, at: 0) }
            found.append(
                HealthConnectSessions.Session(
                    row: row.number,
                    id: row.id,
                    start: row.start,
                    end: row.end,
                    sport: HealthConnectSport.sport(rows.integer(Self.firstValue) ?? 0),
                    source: row.source,
                    isManual: row.isManual,
                    zone: row.zone,
                    title: rows.text(Self.firstValue + 1),
                    notes: rows.text(Self.firstValue + 2)
                )
            )
        }
        sessions = try HealthConnectSessions(found)
        try readParts("exercise_segments_table", "segment", where: "segment_type = \(HealthConnectSport.pause)")
        try readParts("exercise_laps_table", "lap", where: nil)
    }

    /// Pauses, or laps.
    mutating func readParts(_ table: String, _ prefix: String, where condition: String?)
        throws(FormatError)
    {
        let names = ["parent_key", "\(prefix)_start_time", "\(prefix)_end_time"]
        guard let columns = file.tables[table], columns.isSuperset(of: names),
            condition == nil || columns.contains("segment_type")
        else { return }
        let filter = condition.map { " WHERE \($0)" } ?? ""
        let rows = try file.rows("SELECT \(names.joined(separator: ", ")) FROM \(table)\(filter)")
        while try rows.next() {
            let isPause = condition != nil
            guard let row = rows.integer(0), let start = Self.time(rows.integer(1)),
                let end = Self.time(rows.integer(2)), try sessions.addPart(start, end, isPause: isPause, row: row)
            else {
                if selection.wants(.workout) {
                    tally.omit(ObjectType.workout.identifier, .invalidEvent)
                }
                continue
            }
        }
    }

    mutating func readStagedSessions() throws(FormatError) {
        guard file.tables["sleep_stages_table"]?.contains("parent_key") == true else { return }
        let rows = try file.rows("SELECT parent_key FROM sleep_stages_table")
        while try rows.next() {
            guard let row = rows.integer(0) else { continue }
            stagedSessions.insert(row)
            guard stagedSessions.count <= Self.most else { throw FormatError(.tooManyRecords, at: 0) }
        }
    }

    mutating func readPeriods() throws(FormatError) {
        guard file.tables["menstruation_period_record_table"]?.isSuperset(of: ["start_time", "end_time"]) == true else {
            return
        }
        let rows = try file.rows("SELECT start_time, end_time FROM menstruation_period_record_table")
        while try rows.next() {
            guard let start = Self.time(rows.integer(0)), let end = Self.time(rows.integer(1)) else { continue }
            periods.append((start, end, false))
            guard periods.count <= Self.most else { throw FormatError(.tooManyRecords, at: 0) }
        }
        let sorted = periods.sorted { $0.start < $1.start }
        periods = []
        for period in sorted {
            if let last = periods.last, period.start < last.end {
                periods[periods.count - 1].end = max(last.end, period.end)
            } else {
                periods.append(period)
            }
        }
    }

    /// Records of later versions, and those that HealthKit has nothing for.
    mutating func tallyUnknownTables() throws(FormatError) {
        guard selection.wantsAll else { return }
        let known = Set(
            HealthConnectTable.all.map(\.name) + HealthConnectTable.all.compactMap(\.series?.name)
                + [Self.session, HealthConnectTable.seriesWithoutType]
        )
        for table in file.tables.keys.sorted() where table.hasSuffix("_record_table") || table.hasSuffix("RecordTable")
        {
            guard !known.contains(table) else { continue }
            tally.omit(HealthConnectTable.subject(table), .unknownType, count: try file.count(table))
        }
    }

    // MARK: - Samples

    /// Reads a row, or opens the next table; false at the end.
    mutating func step() throws(FormatError) -> Bool {
        if let open {
            guard try open.rows.next() else {
                self.open = nil
                steps += 1
                return true
            }
            let subject = Self.identifier(open.table.content) ?? HealthConnectTable.subject(open.table.name)
            let isPart = open.table.series != nil
            if let row = row(open.rows, isPart: isPart, subject: subject) {
                add(row, open.rows, open.table.content)
            }
            return true
        }
        guard let table = tables.popFirst() else { return try stepWorkouts() }
        if case .none = table.content {
            if selection.wantsAll {
                tally.omit(HealthConnectTable.subject(table.name), .noType, count: try file.count(table.name))
            }
            steps += 1
        } else if let rows = try select(table) {
            open = (table, rows)
        } else {
            let subject = Self.identifier(table.content) ?? HealthConnectTable.subject(table.name)
            if ObjectType(identifier: subject).map({ selection.wants($0) }) ?? selection.wantsAll {
                tally.omit(subject, .noValues, count: try file.count(table.name))
            }
            steps += 1
        }
        return true
    }

    static func identifier(_ content: HealthConnectTable.Content) -> String? {
        switch content {
        case .quantity(let name, _, _), .bodyTemperature(let name): "HKQuantityTypeIdentifier\(name)"
        case .category(let name, _): "HKCategoryTypeIdentifier\(name)"
        case .sleepSession, .sleepStage: HealthConnectCode.sleep
        default: nil
        }
    }

    static func quantityType(_ name: String) -> ObjectType? {
        ObjectType(identifier: "HKQuantityTypeIdentifier\(name)")
    }

    // MARK: - Workouts

    /// Adds a workout or a route; false at the end.
    mutating func stepWorkouts() throws(FormatError) -> Bool {
        guard selection.wants(.workout) else { return false }
        if nextWorkout < sessions.all.count {
            addWorkout(sessions.all[nextWorkout])
            nextWorkout += 1
            return true
        }
        guard selection.wants(.workoutRoute) else { return false }
        if routes == nil {
            routes = try HealthConnectRoutes(file)
        }
        guard let route = try routes?.next() else {
            tally.omit("location", .invalidValue, count: routes?.invalidLocations ?? 0)
            steps = stepCount
            return false
        }
        add(route)
        return true
    }

    mutating func add(_ route: HealthConnectRoutes.Route) {
        let subject = ObjectType.workoutRoute.identifier
        guard let index = sessions.index(row: route.session) else { return tally.omit(subject, .noFile) }
        let session = sessions.all[index]
        guard selection.wants(session.start) else { return }
        guard !route.isTooLarge else { return tally.omit(subject, .tooLarge) }
        guard let columns = RouteColumns(route.locations), let start = columns.timestamps.first,
            let end = columns.timestamps.last
        else { return tally.omit(subject, .empty) }
        let row = Row(
            id: session.id,
            isPart: true,
            start: start,
            end: end,
            source: session.source,
            isManual: false,
            number: session.row,
            zone: nil
        )
        guard let id = partID(.workoutRoute, row) else { return }
        let device = session.source.device
        let samples = SampleColumns(
            type: .workoutRoute,
            ids: [id],
            starts: [start],
            ends: [end],
            provenance: device.map { DictionaryColumn(entries: [Provenance(device: $0)]) } ?? DictionaryColumn(),
            payload: .route(columns)
        )
        let origin = sources.origins[session.source.origin]
        batch.add(
            HealthRoute(origin: origin, workout: session.id, columns: samples),
            points: columns.timestamps.count
        )
    }

    mutating func addWorkout(_ session: HealthConnectSessions.Session) {
        guard selection.wants(session.start) else { return }
        var entries: [Metadata.Entry] = []
        if session.sport.isIndoor == true {
            entries.append(Metadata.Entry(key: "HKIndoorWorkout", value: .boolean(true)))
        }
        if let ascent = session.ascent, ascent.isFinite, ascent >= 0 {
            entries.append(
                Metadata.Entry(key: "HKElevationAscended", value: .quantity(Quantity(value: ascent, unit: .meter)))
            )
        }
        for (key, text) in [("name", session.title), ("notes", session.notes)] {
            guard let text, !text.isEmpty else { continue }
            if Self.isMetadata(text) {
                entries.append(Metadata.Entry(key: "org.hearth.imported.\(key)", value: .string(text)))
            } else {
                tally.omit(ObjectType.workout.identifier, .invalidMetadata)
            }
        }
        let row = Row(
            id: session.id,
            isPart: false,
            start: session.start,
            end: session.end,
            source: session.source,
            isManual: session.isManual,
            number: session.row,
            zone: session.zone
        )
        let detail = session.detail
        let activity = WorkoutActivityType(rawValue: UInt32(session.sport.activityType))
        append(
            .workout(activity, seconds: session.seconds, detail),
            session.id,
            of: .workout,
            row,
            metadata(row, entries)
        )
        batch.add(
            HealthWorkout(
                id: session.id,
                source: sources.origins[session.source.origin].identifier,
                start: session.start,
                end: session.end,
                types: detail.statistics.map(\.type)
            )
        )
    }
}
