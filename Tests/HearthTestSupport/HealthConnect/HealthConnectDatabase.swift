import CSQLite
package import Foundation

/// Makes databases as Health Connect exports them. A seed decides everything.
///
/// Unsafe pointers: SQLite's handle is an address, which is closed where it was opened.
package struct HealthConnectDatabase {
    /// An exercise session.
    package struct Session: Sendable {
        package let id: UUID
        /// Milliseconds since 1970.
        package let start: Int
        package let end: Int
        /// The platform's number.
        package let exercise: Int
        package let app: Int
    }

    /// The apps, whose rows are numbered from 1.
    package static let apps = ["com.example.watch", "com.example.phone"]
    package private(set) var sessions: [Session] = []
    /// The numbers of samples by type, as the table of an import names them.
    package private(set) var counts: [String: Int] = [:]
    /// The numbers of records that HealthKit has no type for, by name.
    package private(set) var withoutType: [String: Int] = [:]

    private var random: SeededGenerator
    private var statements: [String] = []
    private var row = 0

    /// Days of records: some hundred for each.
    package init(seed: UInt64, days: Int) {
        random = SeededGenerator(seed: seed)
        createTables()
        for day in 0..<days {
            addDay(1_700_000_000_000 + day * 86_400_000)
        }
        addTraps()
    }

    // MARK: - Tables

    private static let shared = """
        row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB NOT NULL UNIQUE, last_modified_time INTEGER,
        client_record_id TEXT, client_record_version TEXT, device_info_id INTEGER, app_info_id INTEGER,
        recording_method INTEGER, dedupe_hash BLOB UNIQUE
        """

    private static let intervals: [(String, String)] = [
        ("steps_record_table", "count INTEGER"), ("distance_record_table", "distance REAL"),
        ("active_calories_burned_record_table", "energy REAL"), ("total_calories_burned_record_table", "energy REAL"),
        ("elevation_gained_record_table", "elevation REAL"), ("hydration_record_table", "volume REAL"),
        ("nutrition_record_table", "meal_name TEXT, energy REAL, protein REAL, sodium REAL, sugar REAL"),
        ("heart_rate_record_table", ""), ("SpeedRecordTable", ""), ("sleep_session_record_table", "title TEXT"),
        ("exercise_session_record_table", "exercise_type INTEGER, title TEXT, notes TEXT, has_route INTEGER"),
        ("menstruation_period_record_table", ""), ("mindfulness_session_record_table", ""),
        ("later_kind_record_table", "value REAL"),
    ]

    private static let instants: [(String, String)] = [
        ("weight_record_table", "weight REAL"), ("oxygen_saturation_record_table", "percentage REAL"),
        ("blood_pressure_record_table", "systolic REAL, diastolic REAL"),
        ("blood_glucose_record_table", "level REAL, relation_to_meal INTEGER"),
        ("body_temperature_record_table", "temperature REAL, measurement_location INTEGER"),
        ("menstruation_flow_record_table", "flow INTEGER"), ("ovulation_test_record_table", "result INTEGER"),
        ("sexual_activity_record_table", "protection_used INTEGER"),
        ("heart_rate_variability_rmssd_record_table", "heart_rate_variability_millis REAL"),
        ("resting_heart_rate_record_table", "beats_per_minute INTEGER"),
    ]

    private mutating func createTables() {
        statements.append("PRAGMA user_version = 17")
        statements.append(
            """
            CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, package_name TEXT NOT NULL UNIQUE,
            app_name TEXT, app_icon BLOB, record_types_used TEXT)
            """
        )
        for (index, app) in Self.apps.enumerated() {
            statements.append(
                "INSERT INTO application_info_table VALUES (\(index + 1), '\(app)', 'App \(index + 1)', NULL, '')"
            )
        }
        statements.append(
            "CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER)"
        )
        statements.append("INSERT INTO device_info_table VALUES (1, 'Google', 'Pixel Watch', 1)")
        for (name, columns) in Self.intervals {
            statements.append(
                """
                CREATE TABLE \(name) (\(Self.shared), start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER,
                end_zone_offset INTEGER, local_date INTEGER\(columns.isEmpty ? "" : ", \(columns)"),
                local_date_time_start_time INTEGER AS (start_time + 1000 * start_zone_offset))
                """
            )
        }
        for (name, columns) in Self.instants {
            statements.append(
                """
                CREATE TABLE \(name) (\(Self.shared), time INTEGER, zone_offset INTEGER, local_date INTEGER, \(columns),
                local_date_time INTEGER AS (time + 1000 * zone_offset))
                """
            )
        }
        statements += [
            "CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER, epoch_millis INTEGER)",
            "CREATE TABLE speed_record_table (parent_key INTEGER, speed REAL, epoch_millis INTEGER)",
            """
            CREATE TABLE sleep_stages_table (parent_key INTEGER NOT NULL, stage_start_time INTEGER, stage_end_time INTEGER,
            stage_type INTEGER)
            """,
            """
            CREATE TABLE exercise_segments_table (parent_key INTEGER NOT NULL, segment_start_time INTEGER,
            segment_end_time INTEGER, segment_type INTEGER, repetitions_count INTEGER)
            """,
            """
            CREATE TABLE exercise_laps_table (parent_key INTEGER NOT NULL, lap_start_time INTEGER, lap_end_time INTEGER,
            lap_length REAL)
            """,
            """
            CREATE TABLE exercise_route_table (parent_key INTEGER NOT NULL, timestamp_millis INTEGER NOT NULL,
            longitude REAL NOT NULL, latitude REAL NOT NULL, horizontal_accuracy REAL NOT NULL,
            vertical_accuracy REAL NOT NULL, altitude REAL NOT NULL)
            """,
            // Nothing in it is to be evaluated.
            "CREATE VIEW weather_record_table AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n",
        ]
    }

    // MARK: - Records

    private mutating func uuid() -> UUID {
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        return bytes.withUnsafeBytes { UUID(uuid: $0.load(as: uuid_t.self)) }
    }

    /// Adds a record and returns its UUID; its number is `row`.
    @discardableResult
    private mutating func add(
        _ table: String,
        _ start: Int,
        _ end: Int?,
        _ values: [String: String],
        app: Int = 1,
        method: Int = 2
    ) -> UUID {
        row += 1
        let id = uuid()
        let hex = id.uuidString.replacing("-", with: "")
        var columns = [
            "row_id": "\(row)", "uuid": "x'\(hex)'", "app_info_id": "\(app)", "device_info_id": app == 1 ? "1" : "-1",
            "recording_method": "\(method)", "client_record_id": "'client-\(row)'",
        ].merging(values) { $1 }
        columns[end == nil ? "time" : "start_time"] = "\(start)"
        columns[end == nil ? "zone_offset" : "start_zone_offset"] = "3600"
        if let end {
            columns["end_time"] = "\(end)"
        }
        let sorted = columns.sorted { $0.key < $1.key }
        statements.append(
            "INSERT INTO \(table) (\(sorted.map(\.key).joined(separator: ", "))) "
                + "VALUES (\(sorted.map(\.value).joined(separator: ", ")))"
        )
        return id
    }

    private mutating func note(_ type: String, _ count: Int = 1) {
        counts[type, default: 0] += count
    }

    private mutating func addDay(_ day: Int) {
        let hour = 3_600_000
        for index in 0..<24 {
            let start = day + index * hour
            add("steps_record_table", start, start + 600_000, ["count": "\(Int.random(in: 1...900, using: &random))"])
            note("stepCount")
            add(
                "steps_record_table",
                start,
                start + 900_000,
                ["count": "\(Int.random(in: 1...900, using: &random))"],
                app: 2
            )
            note("stepCount")
            add("heart_rate_record_table", start, start + 60_000, [:])
            for beat in 0..<6 {
                let rate = Int.random(in: 50...170, using: &random)
                statements.append(
                    "INSERT INTO heart_rate_record_series_table VALUES (\(row), \(rate), \(start + beat * 10_123))"
                )
                note("heartRate")
            }
        }
        addSession(day + 9 * hour, exercise: day / 86_400_000 % 2 == 0 ? 33 : 4)
        addNight(day + 22 * hour)
        add("weight_record_table", day + 7 * hour, nil, ["weight": "70500"], method: 3)
        note("bodyMass")
        add("oxygen_saturation_record_table", day + 7 * hour, nil, ["percentage": "97"])
        note("oxygenSaturation")
        add("blood_pressure_record_table", day + 7 * hour, nil, ["systolic": "121", "diastolic": "80.5"])
        note("bloodPressure")
        note("bloodPressureSystolic")
        note("bloodPressureDiastolic")
        add("blood_glucose_record_table", day + 7 * hour, nil, ["level": "5.4", "relation_to_meal": "3"])
        note("bloodGlucose")
        add("body_temperature_record_table", day + 7 * hour, nil, ["temperature": "36.6", "measurement_location": "4"])
        note("bodyTemperature")
        add("hydration_record_table", day + 8 * hour, day + 8 * hour + 60_000, ["volume": "0.25"])
        note("dietaryWater")
        add(
            "nutrition_record_table",
            day + 8 * hour,
            day + 8 * hour + 1_000,
            // What no app set: the smallest number that is not zero.
            ["meal_name": "'Müsli'", "energy": "350500", "protein": "12.5", "sodium": "4.9e-324", "sugar": "0"]
        )
        note("food")
        note("dietaryEnergyConsumed")
        note("dietaryProtein")
        add("heart_rate_variability_rmssd_record_table", day, nil, ["heart_rate_variability_millis": "41.5"])
        withoutType["heart_rate_variability_rmssd", default: 0] += 1
        add("total_calories_burned_record_table", day, day + hour, ["energy": "90000"])
        withoutType["total_calories_burned", default: 0] += 1
    }

    /// An hour with a pause of five minutes, a lap, a route and what was measured meanwhile.
    private mutating func addSession(_ start: Int, exercise: Int) {
        let end = start + 3_600_000
        let id = add(
            "exercise_session_record_table",
            start,
            end,
            ["exercise_type": "\(exercise)", "title": "'It''s \(exercise)'", "has_route": "1"]
        )
        let session = row
        sessions.append(Session(id: id, start: start, end: end, exercise: exercise, app: 1))
        note("workout")
        note("workoutRoute")
        statements += [
            "INSERT INTO exercise_segments_table VALUES (\(session), \(start + 600_000), \(start + 900_000), 67, 0)",
            "INSERT INTO exercise_segments_table VALUES (\(session), \(start + 900_000), \(start + 950_000), 39, 3)",
            "INSERT INTO exercise_laps_table VALUES (\(session), \(start), \(start + 600_000), 1000)",
        ]
        // Not in the order of time, and without an altitude at first.
        for point in (0..<20).reversed() {
            let altitude = point == 0 ? "4.9e-324" : "\(80 + point)"
            statements.append(
                "INSERT INTO exercise_route_table VALUES (\(session), \(start + point * 60_000), 7.5, "
                    + "\(50 + Double(point) / 1_000), 5, 3, \(altitude))"
            )
        }
        add("distance_record_table", start, start + 1_800_000, ["distance": "5000"])
        add("distance_record_table", start + 1_800_000, end, ["distance": "4500"])
        note(exercise == 4 ? "distanceCycling" : "distanceWalkingRunning", 2)
        add("active_calories_burned_record_table", start, end, ["energy": "412500"])
        note("activeEnergyBurned")
        add("elevation_gained_record_table", start, end, ["elevation": "120.5"])
        add("SpeedRecordTable", start, end, [:])
        for point in 0..<10 {
            statements.append("INSERT INTO speed_record_table VALUES (\(row), 2.5, \(start + point * 1_000))")
        }
        note(exercise == 4 ? "cyclingSpeed" : "runningSpeed", 10)
        // The other app has no workout, so its distance is one on foot.
        add("distance_record_table", start, end, ["distance": "100"], app: 2)
        note("distanceWalkingRunning")
    }

    private mutating func addNight(_ start: Int) {
        add("sleep_session_record_table", start, start + 28_800_000, ["title": "'Night'"])
        for (index, stage) in [1, 4, 5, 6, 4, 2].enumerated() {
            let stageStart = start + index * 3_600_000
            statements.append(
                "INSERT INTO sleep_stages_table VALUES (\(row), \(stageStart), \(stageStart + 3_600_000), \(stage))"
            )
        }
        add("sleep_session_record_table", start - 28_800_000, start - 25_200_000, [:])
        note("sleepAnalysis", 8)
    }

    /// What occurs once.
    private mutating func addTraps() {
        let start = 1_690_000_000_000
        add("menstruation_period_record_table", start, start + 400_000_000, [:])
        withoutType["menstruation_period"] = 1
        for (day, flow) in [2, 3, 1].enumerated() {
            add("menstruation_flow_record_table", start + day * 86_400_000, nil, ["flow": "\(flow)"])
        }
        note("menstrualFlow", 3)
        add("ovulation_test_record_table", start, nil, ["result": "1"])
        note("ovulationTestResult")
        add("sexual_activity_record_table", start, nil, ["protection_used": "1"])
        note("sexualActivity")
        add("mindfulness_session_record_table", start, start + 600_000, [:])
        note("mindfulSession")
        add("later_kind_record_table", start, start + 1, ["value": "1"])
        // An end before the start, a time that is none, a text in place of a number, and an app that is not there.
        add("steps_record_table", start, start - 1, ["count": "1"])
        add("steps_record_table", Int.max, Int.max, ["count": "1"])
        add("steps_record_table", start, start, ["count": "'many'"])
        add("resting_heart_rate_record_table", start, nil, ["beats_per_minute": "61"], app: 99)
        note("restingHeartRate")
        statements.append("INSERT INTO sleep_stages_table VALUES (\(row), 1, 2, 3)")
    }

    // MARK: - Files

    /// Writes the database.
    package func write(to path: String, _ more: [String] = []) throws {
        var handle: OpaquePointer?
        guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Unexpected("no database at \(path)") }
        defer { sqlite3_close(handle) }
        for statement in ["BEGIN"] + statements + more + ["COMMIT"] {
            guard sqlite3_exec(handle, statement, nil, nil, nil) == SQLITE_OK else {
                throw Unexpected("\(String(cString: sqlite3_errmsg(handle))): \(statement)")
            }
        }
    }

    /// Writes the export: the zip with the database in it.
    package func writeArchive(to path: String, _ more: [String] = []) throws {
        let database = "\(path).db"
        try write(to: database, more)
        let content = try Data(contentsOf: URL(filePath: database))
        try FileManager.default.removeItem(atPath: database)
        try ZipWriter.write([("health_connect_export.db", content)], to: path)
    }
}
