import HearthTestSupport
import Testing

/// `hearth save --json` reads what `hearth query --json` prints.
@Suite struct JSONFileTests {
    private let types = ["heartRate", "oxygenSaturation", "bloodGlucose", "waterTemperature", "sleepAnalysis"]

    private func fill(_ shell: Shell) throws {
        let time = ["--at", "2026-11-21T10:00:00.123456789Z"]
        let metadata = [
            "HKWasUserEntered=yes", "HKTimeZone=Europe/Berlin", "own=2026-11-21T09:00:00Z", "né\"x\\=\u{1}\u{202E}",
        ]
        .flatMap { ["--metadata", $0] }
        for arguments in [
            ["heartRate", "72.5"] + metadata, ["oxygenSaturation", "97.3"],
            ["bloodGlucose", "5.5", "--unit", "mmol/L", "--metadata", "HKBloodGlucoseMealTime=2"],
            ["waterTemperature", "-0.1", "--metadata", "HKMetadataKeyWeatherTemperature=20.5 degC"],
            ["sleepAnalysis", "asleepREM", "--metadata", "HKMetadataKeyGlassesPrescriptionDescription=text"],
            [
                "heartRate", "0.1", "--metadata", "HKMetadataKeyWeatherHumidity=64%", "--metadata",
                "HKMaximumLightIntensity=1",
            ],
        ] {
            let tool = try HearthTool(["save"] + arguments + time, in: shell.folder)
            #expect(tool.exit == .code(0), "\(tool.errors)")
        }
    }

    private func printed(_ shell: Shell) throws -> [String] {
        try types.flatMap { try shell.run("query", $0, "--json") }
    }

    @Test func whatWasPrintedIsReadAsTheSame() throws {
        let shell = try Shell()
        try fill(shell)
        let lines = try printed(shell)
        #expect(lines.count == 6)
        let input = lines.joined(separator: "\n") + "\n"
        #expect(try shell.run("save", "--json", "-", input: input) == ["0 samples saved, 6 were stored already."])
        let other = try Shell()
        #expect(try other.run("save", "--json", "-", input: input) == ["6 samples saved."])
        #expect(try printed(other) == lines)
        // Samples of another app are known, too.
        let again = try other.run("save", "--json", "-", "--app", "org.example.other", input: input)
        #expect(again == ["0 samples saved, 6 were stored already (6 by org.hearth.cli)."])
    }

    /// Every kind of metadata and every property of a device, in lines as an app may have saved them.
    @Test func metadataAndDevicesKeepTheirKinds() throws {
        let shell = try Shell()
        let line = """
            {"type":"heartRate","uuid":"01A1FEF9-F3B1-700D-937B-7067034304ED","start":"2026-11-21T10:00:00Z",\
            "end":"2026-11-21T10:00:01Z","value":60,"unit":"count/min","source":{"identifier":"org.hearth.cli",\
            "name":"Hearth's command line"},"device":{"name":"a","manufacturer":"b","model":"c","hardware_version":"d",\
            "firmware_version":"e","software_version":"f","local_identifier":"g","udi_device_identifier":"h"},\
            "metadata":{"bool":true,"date":{"date":"2026-11-21T09:00:00.5Z"},"double":1.0,"integer":1,\
            "large":1e+300,"percent":{"value":64.5,"unit":"%"},"quantity":{"value":5.5,"unit":"km"},\
            "text":"2026-11-21T09:00:00Z"}}
            """
        #expect(try shell.run("save", "--json", "-", input: line) == ["1 sample saved."])
        #expect(try shell.run("query", "heartRate", "--json") == [line])
        for (from, to, difference) in [
            ("\"a\"", "\"x\"", "devices"), ("true", "false", "metadata"), ("1.0", "1", "metadata"),
        ] {
            let file = "\n" + line.replacing(from, with: to)
            let error = try shell.failure("save", "--json", "-", "--app", "org.example.x", input: file)
            #expect(error.contains("Line 2: The UUID ") && error.contains("other \(difference)"), "\(error)")
        }
    }

    @Test func linesOfOthersNeedLittle() throws {
        let shell = try Shell()
        let file = """
            {"start": "2026-11-21T10:00:00Z", "value": 60, "note": [1, {"a": null}]}
              { "value" : 1, "unit":"count/s", "start":1795255201, "type" : "heartRate" }\r

            {"start":"2026-11-21T10:00:02Z","value":6.2e1,"unit":null}
            """
        #expect(try shell.run("save", "heartRate", "--json", "-", input: file) == ["3 samples saved."])
        let values = try shell.run("query", "heartRate", "--csv").dropFirst()
        #expect(values.map { $0.split(separator: ",", omittingEmptySubsequences: false)[2] } == ["60", "60", "62"])
        let sleep = "{\"type\":\"sleepAnalysis\",\"start\":\"2026-11-21T10:00:00Z\",\"name\":\"asleepREM\"}"
        #expect(try shell.run("save", "--json", "-", input: sleep) == ["1 sample saved."])
        // A stream of changes is read as well.
        let added = try shell.run("query", "sleepAnalysis", "--json")[0].replacing(
            "{\"type",
            with: "{\"event\":\"added\",\"type"
        )
        #expect(try shell.run("save", "--json", "-", input: added) == ["0 samples saved, 1 was stored already."])
    }

    @Test(arguments: [
        ("4711", "This is not a JSON object."), ("[4711]", "This is not a JSON object."),
        ("{\"a\":4711", "not a JSON object"),
        ("{\"start\":\"2026-11-21\",\"value\":4711}", "The member 'type' is missing."),
        ("{\"type\":\"hartRate\"}", "There is no type 'hartRate'. Did you mean 'heartRate'?"),
        ("{\"type\":4711}", "The member 'type' is not a string."),
        ("{\"type\":\"heartRate\",\"value\":4711}", "The member 'start' is missing."),
        ("{\"type\":\"heartRate\",\"start\":\"4711\",\"value\":60}", "The member 'start' is not a date"),
        ("{\"type\":\"heartRate\",\"start\":\"2026-11-21\",\"value\":\"4711\"}", "The member 'value' is not a number."),
        (
            "{\"type\":\"heartRate\",\"start\":\"2026-11-21\",\"value\":60,\"unit\":\"bpm\"}",
            "Did you mean 'count/min'?"
        ),
        ("{\"type\":\"heartRate\",\"start\":\"2026-11-21\",\"value\":60,\"uuid\":\"4711\"}", "'uuid' is not a UUID."),
        ("{\"type\":\"heartRate\",\"start\":\"2026-11-21\",\"value\":-4711}", "The value is impossible"),
        (
            "{\"type\":\"heartRate\",\"start\":\"2026-11-21\",\"value\":60,\"metadata\":{\"a\":[4711]}}",
            "The metadata has a value"
        ),
        ("{\"event\":\"deleted\",\"type\":\"heartRate\"}", "This line is a deletion"),
    ])
    func aWrongLineIsNamedAndNotRepeated(_ line: String, _ problem: String) throws {
        let shell = try Shell()
        let good = "{\"type\":\"heartRate\",\"start\":\"2026-11-21\",\"value\":60}\n"
        let error = try shell.failure("save", "--json", "-", input: good + good + line + "\n" + good)
        #expect(
            error.contains("Line 3: ") && error.contains(problem) && error.contains("Nothing was saved."),
            "\(error)"
        )
        #expect(!error.contains("4711"))
    }

    /// What JSON has only a summary of is left out, and a time that is still to come is mistyped.
    @Test func summariesAreLeftOutAndTheFutureIsRefused() throws {
        let shell = try Shell()
        let file = """
            {"type":"workoutRoute","start":"2026-11-21","locations":3}
            {"type":"heartRate","start":"2026-11-21","value":60}
            {"type":"heartRate","start":"2026-11-21","value":60,"count":2}
            """
        let tool = try HearthTool(["save", "--json", "-"], in: shell.folder, input: file)
        #expect(tool.exit == .code(1) && tool.output == "1 sample saved.\n")
        #expect(tool.errors.contains("2 samples were left out"), "\(tool.errors)")
        #expect(tool.errors.contains(": 1 of heartRate, 1 of workoutRoute."))
        for (arguments, input) in [
            (["save", "--json", "-"], "{\"type\":\"bodyMass\",\"start\":\"2060-01-01\",\"value\":70}"),
            (["save", "bodyMass", "--csv", "-"], "2060-01-01,,71"),
        ] {
            #expect(try shell.failure(arguments, input: input).contains("is in the future. Use --force"))
            #expect(try shell.run(arguments + ["--force"], input: input).first?.hasSuffix("sample saved.") ?? true)
        }
    }

    @Test func anotherTypeThanTheCommandLinesIsRefused() throws {
        let shell = try Shell()
        let line = "{\"type\":\"stepCount\",\"start\":\"2026-11-21\",\"value\":60}"
        let error = try shell.failure("save", "heartRate", "--json", "-", input: line)
        #expect(error.contains("Line 1: The type is stepCount, but the command line names another type."))
    }
}
