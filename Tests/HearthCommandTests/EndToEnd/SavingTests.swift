import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import hearth

/// `hearth save`, and what `hearth query` finds of it.
@Suite struct SavingTests {
    @Test func aSampleIsSavedAndFound() throws {
        let shell = try Shell()
        let id = try #require(
            try shell.run(
                "save",
                "heartRate",
                "1.2",
                "--unit",
                "count/s",
                "--at",
                "2026-11-21T10:00:00.25Z",
                "--app",
                "org.example.watch",
                "--metadata",
                "HKWasUserEntered=yes",
                "--metadata",
                "own=text"
            ).first
        )
        #expect(UUID(uuidString: id) != nil)
        #expect(
            try shell.run("query", "heartRate") == [
                "start                    end  value             source             uuid",
                "2026-11-21 10:00:00.250          72  count/min  org.example.watch  \(id)",
            ]
        )
        #expect(
            try shell.run("query", "heartRate", "--csv") == [
                "start,end,value,unit,source,uuid",
                "2026-11-21T10:00:00.25Z,,72,count/min,org.example.watch,\(id)",
            ]
        )
        let object = try #require(try Shell.objects(shell.run("query", "heartRate", "--json")).first)
        #expect(object["type"] as? String == "heartRate")
        #expect(object["uuid"] as? String == id)
        #expect(object["start"] as? String == "2026-11-21T10:00:00.25Z")
        #expect(object["value"] as? Double == 72)
        #expect(object["unit"] as? String == "count/min")
        #expect((object["source"] as? [String: Any])?["identifier"] as? String == "org.example.watch")
        let metadata = try #require(object["metadata"] as? [String: Any])
        #expect(metadata["HKWasUserEntered"] as? Bool == true && metadata["own"] as? String == "text")
    }

    @Test func categoriesAndTimesAreNamed() throws {
        let shell = try Shell()
        try shell.run("save", "sleepAnalysis", "asleepCore", "--from", "2026-11-20 23:00", "--to", "2026-11-21 06:30")
        try shell.run("save", "sleepAnalysis", "2", "--from", "2026-11-21 06:30", "--to", "2026-11-21 06:40")
        let lines = try shell.run("query", "HKCategoryTypeIdentifierSleepAnalysis")
        #expect(lines[1].hasPrefix("2026-11-20 23:00:00  2026-11-21 06:30:00  asleepCore "))
        #expect(lines[2].hasPrefix("2026-11-21 06:30:00  06:40:00                  awake "))
        let objects = try Shell.objects(shell.run("query", "sleepAnalysis", "--json"))
        #expect(objects.map { $0["value"] as? Int } == [3, 2])
        #expect(objects.map { $0["name"] as? String } == ["asleepCore", "awake"])
    }

    @Test func aSampleIsOfNowByItself() throws {
        let shell = try Shell()
        try shell.run("save", "waterTemperature", "-5")
        try shell.run("save", "stepCount", "100", "--from", "10m")
        #expect(try shell.run("query", "waterTemperature", "--since", "1h", "--until", "now").count == 2)
        #expect(try shell.run("query", "stepCount", "--since", "1h", "--until", "9m").count == 2)
        #expect(try shell.run("query", "stepCount", "--until", "1h").isEmpty)
    }

    /// A value in a wrong unit shows.
    @Test func theSampleIsShownAsItWasRead() throws {
        let shell = try Shell()
        for (arguments, text) in [
            (["height", "1.8"], "Saved height 1.8 m, at 2026-11-21 10:00:00.\n"),
            (["bloodGlucose", "5.4mmol/L"], "Saved bloodGlucose 5.4 mmol/L, at 2026-11-21 10:00:00.\n"),
            (["bodyMass", "80 kg"], "Saved bodyMass 80 kg, at 2026-11-21 10:00:00.\n"),
            (["oxygenSaturation", "97%"], "Saved oxygenSaturation 97 %, at 2026-11-21 10:00:00.\n"),
            (["sleepAnalysis", "awake"], "Saved sleepAnalysis awake, at 2026-11-21 10:00:00.\n"),
        ] {
            let tool = try HearthTool(["save"] + arguments + ["--at", "2026-11-21 10:00"], in: shell.folder)
            #expect(tool.exit == .code(0) && tool.errors == text, "\(tool.errors)")
        }
    }

    @Test func aBloodPressureIsTwoQuantitiesAndTheirCorrelation() throws {
        let shell = try Shell()
        let time = ["--at", "2026-11-21 10:00", "--metadata", "own=text"]
        let tool = try HearthTool(["save", "bloodPressure", "120/80"] + time, in: shell.folder)
        #expect(tool.exit == .code(0), "\(tool.errors)")
        #expect(tool.errors == "Saved bloodPressure 120/80 mmHg, at 2026-11-21 10:00:00.\n")
        let pressure = try #require(try Shell.objects(shell.run("query", "bloodPressure", "--json")).first)
        #expect(pressure["uuid"] as? String == tool.output.split(separator: "\n").first.map(String.init))
        #expect((pressure["metadata"] as? [String: String]) == ["own": "text"])
        let members = try ["bloodPressureSystolic", "bloodPressureDiastolic"].map { type in
            try #require(try Shell.objects(shell.run("query", type, "--json")).first)
        }
        #expect(members.map { $0["value"] as? Double } == [120, 80])
        #expect(pressure["members"] as? [String] == members.compactMap { $0["uuid"] as? String })
        for wrong in ["120", "120/80/1", "120/", "x/80", "-1/80", "80/120", "0/0"] {
            let error = try shell.failure("save", "bloodPressure", wrong, code: 2)
            #expect(!error.contains("120/") || error.contains("such as 120/80"), "\(error)")
        }
    }

    @Test func aBackupIsCheckedByItsPath() throws {
        let shell = try Shell()
        try shell.run("save", "heartRate", "60")
        let copy = shell.folder.file("copy.hearth")
        try shell.run("backup", copy, "--store", shell.folder.store)
        #expect(try shell.run("check", copy).first?.hasPrefix("\(copy): intact. 1 sample in") == true)
    }

    /// The server of the shell has a store in a folder of the test.
    @Test(arguments: [["backup", "copy.hearth"], ["check"]])
    func theUsualStoreIsNotTakenForThatOfTheServer(_ arguments: [String]) throws {
        let shell = try Shell()
        let tool = try HearthTool(arguments, in: shell.folder)
        #expect(tool.exit == .code(1) && tool.output == "")
        #expect(tool.errors.contains("has the store \(shell.folder.store). This command would use /"), "\(tool.errors)")
    }

    @Test func aTimeInTheFutureIsSavedByForceOnly() throws {
        let shell = try Shell()
        let berlin = ["TZ": "Europe/Berlin"]
        let words = ["save", "heartRate", "60", "--at", "tomorrow"]
        let future = try HearthTool(words, in: shell.folder, environment: berlin)
        #expect(future.exit == .code(2) && future.errors.contains(" 00:00:00 is in the future"), "\(future.errors)")
        #expect(
            try shell.failure("save", "stepCount", "9", "--from", "1h", "--to", "tomorrow", code: 2).contains("--force")
        )
        try shell.run("save", "heartRate", "60", "--at", "tomorrow", "--force")
    }

    // MARK: - Files

    @Test func aFileIsSavedAndComesBack() throws {
        let shell = try Shell()
        let file = "start,value,note,unit\n2026-11-21T10:00:00Z,60,\"a,b\",\n2026-11-21T10:00:01Z,1,,count/s\n"
        #expect(try shell.run("save", "heartRate", "--csv", "-", input: file) == ["2 samples saved."])
        let found = try shell.run("query", "heartRate", "--csv")
        #expect(found.dropFirst().allSatisfy { $0.contains(",60,count/min,org.hearth.cli,") })
        #expect(found.count == 3)

        // What was printed can be saved: here it is known, elsewhere it is new, with its UUIDs.
        let printed = found.joined(separator: "\n")
        let again = try shell.run("save", "heartRate", "--csv", "-", input: printed)
        #expect(again == ["0 samples saved, 2 were stored already."])
        let other = try Shell()
        #expect(try other.run("save", "heartRate", "--csv", "-", input: printed) == ["2 samples saved."])
        #expect(try other.run("query", "heartRate", "--csv") == found)
    }

    @Test func manyAreSavedAndComeBackInOrder() throws {
        let shell = try Shell()
        let count = 45_000
        let rows: [String] = (0..<count).map { index in
            let moment = Timestamp(seconds: 1_795_000_000 + index, nanosecond: 0)
            return "\(DateText.utc(moment)),,\(index % 200)"
        }
        let saved = try shell.run("save", "heartRate", "--csv", "-", input: rows.mixed.joined(separator: "\n"))
        #expect(saved == ["\(count) samples saved."])
        let found = try shell.run("query", "heartRate", "--csv").dropFirst()
        #expect(found.map(threeFields) == rows)
        let newest = try shell.run("query", "heartRate", "--csv", "--newest", "--limit", "3").dropFirst()
        let wanted: [String] = rows.suffix(3).reversed()
        #expect(newest.map(threeFields) == wanted)
    }

    private func threeFields(_ line: String) -> String {
        line.split(separator: ",", omittingEmptySubsequences: false).prefix(3).joined(separator: ",")
    }

    @Test func filesOfOthersAreRead() throws {
        let shell = try Shell()
        let file = """
            startDate,endDate,value,unit
            2024-03-01 08:30:00 +0100,2024-03-01 08:31:00 +0100,60,count/min
            1709278200,,61,count/min
            1709278200123,,62,count/min

            """
        #expect(try shell.run("save", "heartRate", "--csv", "-", input: file) == ["3 samples saved."])
        let found = try shell.run("query", "heartRate", "--csv").dropFirst()
        #expect(
            found.map(threeFields) == [
                "2024-03-01T07:30:00Z,2024-03-01T07:31:00Z,60", "2024-03-01T07:30:00Z,,61",
                "2024-03-01T07:30:00.123Z,,62",
            ]
        )
        let error = try shell.failure("save", "heartRate", "--csv", "-", input: "time,bpm\n2024-03-01,60\n")
        #expect(error.contains("Line 1: The header has no column 'start'") && !error.contains("is not a date"))
    }

    /// As another program's export has them.
    @Test func columnsMayHaveAnyNames() throws {
        let shell = try Shell()
        let file = "No.;Time ;Pulse (bpm);value\n1;2026-11-21T10:00:00Z;60;x\n2;2026-11-21T10:00:01Z;61;y\n"
        let path = shell.folder.file("pulse.csv")
        try Data(file.utf8).write(to: URL(filePath: path))
        let map = ["--map", "start=time", "--map", "value=Pulse (bpm)"]
        #expect(try shell.run(["save", "heartRate", "--csv", path] + map) == ["2 samples saved."])
        let found = try shell.run("query", "heartRate", "--csv").dropFirst().map(threeFields)
        #expect(found == ["2026-11-21T10:00:00Z,,60", "2026-11-21T10:00:01Z,,61"])
        let again = try shell.run(["import", path, "--types", "heartRate"] + map)
        #expect(again.first == "0 samples saved, 2 were stored already.")
        let save = ["save", "heartRate", "--csv", path, "--map"]
        #expect(try shell.failure(save + ["start=when"]).contains("has no column 'when', which --map names."))
        for wrong in ["bpm", "pulse=bpm"] {
            let error = try shell.failure(save + [wrong], code: 2)
            #expect(error.contains("The fields are start, end, value, unit, uuid."))
        }
        let twice = save + ["start=time", "--map", "start=No."]
        #expect(try shell.failure(twice, code: 2).contains("--map names the column of start twice."))
        let alone = try shell.failure("save", "heartRate", "60", "--map", "start=time", code: 2)
        #expect(alone.contains("--map is for CSV files."))
    }

    @Test func aFileWithSemicolonsMayHaveDecimalCommas() throws {
        let shell = try Shell()
        let file = "start;end;value;note\n2026-11-21T10:00:00Z;;80,5;\"a;b\"\n2026-11-21T10:00:01Z;;81.25;c,d\n"
        #expect(try shell.run("save", "bodyMass", "--csv", "-", input: file) == ["2 samples saved."])
        let found = try shell.run("query", "bodyMass", "--csv").dropFirst()
        #expect(found.map(threeFields) == ["2026-11-21T10:00:00Z,,80.5", "2026-11-21T10:00:01Z,,81.25"])
        let commas = "start,end,value\n2026-11-21T10:00:00Z,,\"80,5\"\n"
        let error = try shell.failure("save", "bodyMass", "--csv", "-", input: commas)
        #expect(error.contains("Line 2: The value is not a number: write decimals with a point"), "\(error)")
        #expect(!error.contains("80,5"))
    }

    /// A CSV file keeps what its help text promises, for values that no short decimal represents.
    @Test func aFileKeepsTimesValuesAndUUIDsExactly() throws {
        let shell = try Shell()
        var random = SeededGenerator(seed: 52)
        let rows = (0..<200).map { row in
            let value = Double(bitPattern: UInt64.random(in: 1...0x7FEF_FFFF_FFFF_FFFF, using: &random))
            return "2026-11-21T10:00:00.\(100_000_000 + row)Z,,\(value)"
        }
        let input = rows.joined(separator: "\n")
        try shell.run("save", "distanceCycling", "--csv", "-", input: input)
        let printed = try shell.run("query", "distanceCycling", "--csv")
        let other = try Shell()
        try other.run("save", "distanceCycling", "--csv", "-", input: printed.joined(separator: "\n"))
        #expect(try other.run("query", "distanceCycling", "--csv") == printed)
        let values = printed.dropFirst().compactMap {
            Double($0.split(separator: ",", omittingEmptySubsequences: false)[2])
        }
        #expect(values == rows.compactMap { Double($0.split(separator: ",", omittingEmptySubsequences: false)[2]) })
    }

    /// The class of a sample that prints as one value and reads as another: every percentage, in every form.
    @Test func percentagesAreTheSameInAndOut() throws {
        let shell = try Shell()
        try shell.run("save", "oxygenSaturation", "97", "--at", "2026-11-21T10:00:00Z")
        try shell.run("save", "oxygenSaturation", "97.3%", "--at", "2026-11-21T10:00:01Z")
        try shell.run("save", "oxygenSaturation", "0.29", "--unit", "1", "--at", "2026-11-21T10:00:02Z")
        let table = try shell.run("query", "oxygenSaturation").dropFirst().map { $0.split(separator: " ")[2...3] }
        #expect(table.map(Array.init) == [["97", "%"], ["97.3", "%"], ["29", "%"]])
        let csv = try shell.run("query", "oxygenSaturation", "--csv")
        #expect(
            csv.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[2...3] }.map(Array.init)
                == [["97", "%"], ["97.3", "%"], ["29", "%"]]
        )
        let objects = try Shell.objects(shell.run("query", "oxygenSaturation", "--json"))
        #expect(objects.map { $0["value"] as? Double } == [97, 97.3, 29])
        #expect(objects.allSatisfy { $0["unit"] as? String == "%" })
        let shares = try Shell.objects(shell.run("query", "oxygenSaturation", "--json", "--unit", "1"))
        #expect(shares.map { $0["value"] as? Double } == [0.97, 0.973, 0.29])
        #expect(shares.allSatisfy { $0["unit"] as? String == "1" })

        // What was printed reads as the same samples, in either unit.
        for option in [[], ["--unit", "1"]] {
            let printed = try HearthTool(["query", "oxygenSaturation", "--csv"] + option, in: shell.folder).output
            let again = try shell.run("save", "oxygenSaturation", "--csv", "-", input: printed)
            #expect(again == ["0 samples saved, 3 were stored already."])
        }
        #expect(try shell.failure("save", "oxygenSaturation", "101", code: 2).contains("--force"))
        let file = "start,value\n2026-11-21T10:00:00Z,-5\n"
        #expect(try shell.failure("save", "stepCount", "--csv", "-", input: file).contains("Line 2: The value is impo"))
        #expect(try shell.run("save", "stepCount", "--force", "--csv", "-", input: file) == ["1 sample saved."])
    }

    @Test func glucoseIsTheSameInMillimoles() throws {
        let shell = try Shell()
        try shell.run("save", "bloodGlucose", "5.5", "--unit", "mmol/L")
        let printed = try shell.run("query", "bloodGlucose", "--unit", "mmol/L", "--csv")
        #expect(printed[1].contains(",5.5,mmol/L,"))
        let again = try shell.run("save", "bloodGlucose", "--csv", "-", input: printed.joined(separator: "\n"))
        #expect(again == ["0 samples saved, 1 was stored already."])
    }

    /// A file holds a text as it is.
    @Test func textsOfAppsAreQuotedInFilesAndEscapedElsewhere() throws {
        let shell = try Shell()
        let app = "evil\u{1B}[31m\u{202E},\u{301}\u{85}"
        try shell.run("save", "heartRate", "60", "--app", app)
        let csv = try HearthTool(["query", "heartRate", "--csv"], in: shell.folder).output
        #expect(csv.utf8.contains(0x1B) && csv.contains(",60,count/min,\"\(app)\","))
        for arguments in [["query", "heartRate"], ["query", "heartRate", "--json"], ["sources"], ["status"]] {
            let output = try HearthTool(arguments, in: shell.folder).output
            #expect(output.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isControl }, "\(arguments)")
        }
        let error = try HearthTool(["\u{1B}[31m"], in: shell.folder).errors
        #expect(error.contains("\\u001b[31m") && !error.utf8.contains(0x1B))
    }

    @Test func aWrongLineIsNamedAndNotRepeated() throws {
        let shell = try Shell()
        let good = "2026-11-21T10:00:00Z,,60\n"
        let wrong: [(String, String)] = [
            ("2026-11-21T10:00:00Z,,4711x", "value"), ("4711,,60", "start"), ("2026-11-21T10:00:00Z,4711,60", "end"),
            ("2026-11-21T10:00:00Z,2026-11-21T09:00:00Z,4711", "before"), ("2026-11-21T10:00:00Z", "value is missing"),
            ("2026-11-21T10:00:00Z,,60,4711", "4 fields, and the first line of the file has 3."),
        ]
        for (line, problem) in wrong {
            let error = try shell.failure("save", "heartRate", "--csv", "-", input: good + good + line + "\n" + good)
            #expect(error.contains("Line 3: ") && error.contains(problem) && error.contains("Nothing was saved."))
            #expect(!error.contains("4711"))
        }
        #expect(try shell.run("query", "heartRate").isEmpty)

        // Two units are two parts.
        let parts = "start,end,value,unit\n2026-11-21T10:00:00Z,,60,count/min\n2026-11-21T10:00:01Z,,1,count/s\nx"
        let error = try shell.failure("save", "heartRate", "--csv", "-", input: parts)
        #expect(error.contains("Line 4: ") && error.contains("From the lines before it 2 samples are saved. Correct"))
        #expect(try shell.run("query", "heartRate", "--csv").count == 3)
        #expect(try shell.failure("save", "heartRate", "--csv", shell.folder.file("none")).contains("No such file"))
    }
}

extension [String] {
    /// In another order, and always in the same.
    fileprivate var mixed: [String] {
        var random = SeededGenerator(seed: 51)
        return shuffled(using: &random)
    }
}
