import HearthTestSupport
import Testing

/// `hearth query`, `hearth delete`, `hearth sources` and `hearth types`.
@Suite struct QueryTests {
    /// One heart rate on each of three days, the second one of another app. Returns the UUIDs.
    private func threeDays(_ shell: Shell) throws -> [String] {
        try ["2026-11-19", "2026-11-20", "2026-11-21"].enumerated().flatMap { index, day in
            let app = index == 1 ? "org.example.watch" : "org.hearth.cli"
            return try shell.run("save", "heartRate", "\(60 + index)", "--at", day, "--app", app)
        }
    }

    private func values(_ lines: [String]) -> [Substring] {
        lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[2] }
    }

    @Test func samplesAreSelected() throws {
        let shell = try Shell()
        _ = try threeDays(shell)
        let query = ["query", "heartRate", "--csv"]
        for (options, wanted) in [
            ([], ["60", "61", "62"]),
            (["--oldest"], ["60", "61", "62"]),
            (["--newest"], ["62", "61", "60"]),
            (["--newest", "--limit", "2"], ["62", "61"]),
            (["--latest"], ["62"]),
            (["--latest", "--until=2026-11-21"], ["61"]),
            (["--limit", "2"], ["60", "61"]),
            (["-n", "2"], ["60", "61"]),
            (["--limit=2", "--newest"], ["62", "61"]),
            (["--since", "2026-11-20"], ["61", "62"]),
            (["--until", "2026-11-20"], ["60"]),
            (["--since", "2026-11-20", "--until", "2026-11-21"], ["61"]),
            (["--source", "org.example.watch"], ["61"]),
            (["--source", "org.example.watch", "--source", "org.hearth.cli"], ["60", "61", "62"]),
            (["--unit", "count/hr"], ["3600", "3660", "3720"]),
        ] as [([String], [Substring])] {
            let tool = try HearthTool(query + options, in: shell.folder)
            #expect(tool.exit == .code(0), "\(tool.errors)")
            #expect(values(tool.output.split(separator: "\n").map(String.init)) == wanted, "\(options)")
        }
    }

    @Test func aTableHasTheColumnsOfTheReadme() throws {
        let shell = try Shell()
        _ = try shell.run("save", "heartRate", "72", "--at", "2026-11-24T06:01:06.378")
        let header = try #require(try shell.run("query", "heartRate").first)
        let readme = try Repository.text("README.md")
        #expect(readme.contains("```text\n\(header)\n"), "\(header)")
    }

    @Test func samplesAreCounted() throws {
        let shell = try Shell()
        _ = try threeDays(shell)
        #expect(try shell.run("query", "heartRate", "--count") == ["3"])
        #expect(try shell.run("query", "heartRate", "--count", "--since", "2026-11-20") == ["2"])
        #expect(try shell.run("query", "heartRate", "--count", "-n", "1") == ["1"])
        #expect(try shell.run("query", "stepCount", "--count") == ["0"])
    }

    @Test func nothingFoundIsNoError() throws {
        let shell = try Shell()
        let tool = try HearthTool(["query", "stepCount"], in: shell.folder)
        #expect(tool.exit == .code(0) && tool.output == "" && tool.errors == "No samples of stepCount match.\n")
        #expect(try shell.run("query", "stepCount", "--json").isEmpty)
        #expect(try shell.run("query", "stepCount", "--csv").count == 1)
    }

    @Test func ownSamplesAreDeleted() throws {
        let shell = try Shell()
        let ids = try threeDays(shell)
        #expect(try shell.failure("delete", "heartRate", ids[0], ids[1]).contains("--app org.example.watch."))
        #expect(try shell.failure("delete", "stepCount", ids[0]).contains("No sample of stepCount has the UUID"))
        #expect(try shell.failure("delete", "heartRate", ids[0], exampleUUID).contains(exampleUUID))
        #expect(try shell.run("query", "heartRate", "--csv").count == 4)
        #expect(try shell.run("delete", "heartRate", ids[0]) == ["1 sample of heartRate deleted."])
        let deleted = try shell.run("delete", "heartRate", ids[1].lowercased(), "--app", "org.example.watch")
        #expect(deleted == ["1 sample of heartRate deleted."])
        #expect(try values(shell.run("query", "heartRate", "--csv")) == ["62"])
    }

    private let exampleUUID = "01A1FEF9-F3B1-700D-937B-7067034304ED"

    @Test func aTimeIsDeletedWhenOneIsSure() throws {
        let shell = try Shell()
        _ = try threeDays(shell)
        let warning = try shell.failure("delete", "heartRate", "--since", "2026-11-19")
        #expect(warning.contains("With --yes this deletes 2 samples of heartRate that 'org.hearth.cli' saved."))
        #expect(try shell.run("query", "heartRate", "--csv").count == 4)
        let deleted = try shell.run("delete", "heartRate", "--since", "2026-11-19", "--until", "2026-11-21", "--yes")
        #expect(deleted == ["1 sample of heartRate deleted."])
        #expect(try values(shell.run("query", "heartRate", "--csv")) == ["61", "62"])
        let none = try shell.run("delete", "heartRate", "--until", "2026-11-01", "--yes")
        #expect(none == ["0 samples of heartRate deleted."])
        let others = ["delete", "heartRate", "--since", "2026-11-01", "--app", "org.example.none"]
        for options in [[], ["--yes"]] {
            let tool = try HearthTool(others + options, in: shell.folder)
            #expect(tool.errors.hasPrefix("The samples there are of other apps: 1 by org."), "\(tool.errors)")
            #expect(tool.errors.contains("act as their app: --app org."))
        }
    }

    @Test func conditionsHold() throws {
        let shell = try Shell()
        for (value, metadata) in [("60", "HKWasUserEntered=yes"), ("80", "HKWasUserEntered=no"), ("120", "own.key=a")] {
            try shell.run("save", "heartRate", value, "--metadata", metadata)
        }
        try shell.run("save", "sleepAnalysis", "asleepDeep", "--from", "2h")
        try shell.run("save", "sleepAnalysis", "asleepREM", "--from", "1h")
        try shell.run("save", "workout", "running", "--from", "2h", "--to", "1h", "--distance", "5km")
        try shell.run("save", "workout", "cycling", "--from", "20m", "--energy", "300kcal")
        for (type, conditions, count) in [
            ("heartRate", ["value>=80"], 2), ("heartRate", ["value>1count/s"], 2), ("heartRate", ["value!=80"], 2),
            ("heartRate", ["value > 60", "value<120"], 1), ("heartRate", ["HKWasUserEntered"], 2),
            ("heartRate", ["HKMetadataKeyWasUserEntered=yes"], 1), ("heartRate", ["own.key=a"], 1),
            ("heartRate", ["own.key=b"], 0),
            ("sleepAnalysis", ["value=asleepDeep"], 1), ("workout", ["activity=running"], 1),
            ("workout", ["duration>30min"], 1), ("workout", ["duration<0.1h"], 0), ("workout", ["distance>=5km"], 1),
            ("workout", ["distance<5000"], 0),
            ("workout", ["energy>299"], 1),
        ] as [(String, [String], Int)] {
            let options = conditions.flatMap { ["--where", $0] }
            let tool = try HearthTool(["query", type, "--count"] + options, in: shell.folder)
            #expect(tool.output == "\(count)\n", "\(type) \(conditions) \(tool.errors)")
        }
    }

    @Test func severalTypesAreOneTable() throws {
        let shell = try Shell()
        for minutes in ["30m", "20m", "10m"] {
            try shell.run("save", "heartRate", "72", "--at", minutes)
            try shell.run("save", "stepCount", "5", "--from", minutes)
        }
        let table = try shell.run("query", "heartRate", "stepCount")
        #expect(table.count == 7 && table[0].hasSuffix("type"))
        #expect(try shell.run("query", "heartRate", "stepCount", "--latest", "--json").count == 2)
        #expect(
            try shell.run("query", "heartRate", "stepCount", "sleepAnalysis", "--count") == [
                "type           count", "heartRate          3", "stepCount          3", "sleepAnalysis      0",
            ]
        )
        #expect(try shell.run("query", "heartRate", "stepCount", "-n", "4", "--json").count == 4)
    }

    @Test func valuesHaveSixDigits() throws {
        let shell = try Shell()
        try shell.run("save", "bodyMass", "71.23456789")
        #expect(try shell.run("query", "bodyMass")[1].contains(" 71.2346  kg"))
        #expect(try shell.run("query", "bodyMass", "--exact")[1].contains(" 71.23456789  kg"))
        #expect(try shell.run("stats", "bodyMass")[1].contains(" 71.2346  kg"))
        #expect(try shell.run("stats", "bodyMass", "--exact")[1].contains(" 71.23456789  kg"))
    }

    @Test func sourcesAreListed() throws {
        let shell = try Shell()
        #expect(try shell.run("sources").isEmpty)
        _ = try threeDays(shell)
        try shell.run("save", "stepCount", "5", "--app", "org.example.pedometer")
        let sources = try shell.run("sources")
        #expect(
            sources.map { $0.split(separator: " ")[0] } == [
                "source", "org.example.pedometer", "org.example.watch", "org.hearth.cli",
            ]
        )
        let some = try Shell.objects(shell.run("sources", "heartRate", "--json"))
        #expect(some.map { $0["identifier"] as? String } == ["org.example.watch", "org.hearth.cli"])
    }

    @Test func typesNeedNoServer() throws {
        let folder = try ServerFolder()
        let all = try HearthTool(["types"], in: folder)
        #expect(all.exit == .code(0) && all.output.split(separator: "\n").count > 150)
        #expect(!all.output.contains("dateOfBirth"))
        let sleep = try HearthTool(["types", "sleepAnalysis"], in: folder)
        #expect(
            sleep.output.contains(
                "HKCategoryTypeIdentifierSleepAnalysis\n  0  inBed\n  1  asleepUnspecified\n  2  awake\n"
            )
        )
        let json = try HearthTool(["types", "heartRate", "--json"], in: folder)
        #expect(
            json.output == """
                {"type":"heartRate","kind":"quantity","unit":"count/min","units":["count/min","count/s","count/hr"],"identifier":"HKQuantityTypeIdentifierHeartRate"}

                """
        )
        let glucose = try HearthTool(["types", "bloodGlucose"], in: folder)
        #expect(glucose.output.contains("\n  units: mg/dL, mmol/L, g/L\n"))
        // What has no samples is named as well, as it is decided who reads it.
        for word in ["dateOfBirth", "HKCharacteristicTypeIdentifierDateOfBirth", "birth"] {
            let birth = try HearthTool(["types", word], in: folder)
            #expect(birth.exit == .code(0) && birth.output.contains("dateOfBirth  characteristic"), "\(birth)")
            #expect(birth.output.contains("no samples: 'hearth allow'"), "\(birth)")
        }
        let birth = try HearthTool(["types", "dateOfBrith"], in: folder)
        #expect(birth.exit == .code(2) && birth.errors.contains("Did you mean 'dateOfBirth'"), "\(birth)")
        let wrong = try HearthTool(["types", "hartrate"], in: folder)
        #expect(wrong.exit == .code(2) && wrong.errors.contains("Did you mean 'heartRate'"))
    }
}
