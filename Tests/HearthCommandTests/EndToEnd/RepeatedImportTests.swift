import HearthModel
import HearthTestSupport
import Testing

@testable import hearth

/// Files without UUIDs that are saved more than once.
@Suite struct RepeatedImportTests {
    private let file = """
        start,value,unit
        2026-11-21T10:00:00Z,60,count/min
        2026-11-21T10:00:00Z,60,count/min
        2026-11-21T10:00:01Z,60,count/min
        2026-11-21T10:00:01Z,1,count/s

        """

    @Test func aFileThatIsSavedTwiceIsStoredOnce() throws {
        let shell = try Shell()
        #expect(try shell.run("save", "heartRate", "--csv", "-", input: file) == ["4 samples saved."])
        let stored = try shell.run("query", "heartRate", "--csv")
        let again = try shell.run("save", "heartRate", "--csv", "-", input: file)
        #expect(again == ["0 samples saved, 4 were stored already."])
        let other = try shell.run("save", "heartRate", "--csv", "-", "--app", "org.example.other", input: file)
        #expect(other == ["0 samples saved, 4 were stored already (4 by org.hearth.cli)."])
        #expect(try shell.run("query", "heartRate", "--csv") == stored)
        #expect(Set(stored).count == 5)
    }

    @Test func aRepairedFileSavesOnlyWhatWasMissing() throws {
        let shell = try Shell()
        let rest = "2026-11-21T10:00:02Z,61,count/min\n"
        let error = try shell.failure("save", "heartRate", "--csv", "-", input: file + "2026-11-21,x,\n" + rest)
        #expect(error.contains("From the lines before it 4 samples are saved. Correct the line"), "\(error)")
        #expect(error.contains("what is stored is not saved twice."))
        let again = try shell.run("save", "heartRate", "--csv", "-", input: file + "2026-11-21,62,\n" + rest)
        #expect(again == ["2 samples saved, 4 were stored already."])
    }

    @Test func aJSONFileThatIsSavedTwiceIsStoredOnce() throws {
        let shell = try Shell()
        let lines = """
            {"type":"heartRate","start":"2026-11-21T10:00:00Z","value":60,"metadata":{"own":"text"}}
            {"type":"heartRate","start":"2026-11-21T10:00:00Z","value":60}
            {"type":"sleepAnalysis","start":"2026-11-21T10:00:00Z","value":3}

            """
        #expect(try shell.run("save", "--json", "-", input: lines) == ["3 samples saved."])
        #expect(try shell.run("save", "--json", "-", input: lines) == ["0 samples saved, 3 were stored already."])
        let other = lines.replacing("text", with: "other")
        let error = try shell.failure("save", "--json", "-", "--app", "org.example.other", input: other)
        #expect(error.contains("Line 1: ") && error.contains("with other metadata"), "\(error)")
        #expect(error.contains("give it another 'uuid' to save a copy"), "\(error)")
    }

    private func contentID(_ key: IdentityKey?) throws -> String {
        var ids = ContentIDs(key)
        let time = Timestamp(nanoseconds: 1_795_255_200_000_000_000)
        let unit = try DisplayUnit("count/min")
        return ids.next(.heartRate, .quantity(60), unit, NewSamples.Row(start: time, end: time)).description
    }

    /// The UUIDs of a file do not depend on the machine or the version. Stores that are older than keys keep those that they
    /// have.
    @Test func theUUIDOfAContentIsAlwaysTheSame() throws {
        #expect(try contentID(nil) == "01A1FD8C-6900-8FFD-9814-72DAB4C49897")
        let key = try #require(IdentityKey(bytes: (0..<16).map { UInt8($0) }))
        #expect(try contentID(key) == "01A1FD8C-6900-8BFF-B510-F131A7F5B682")
    }

    /// An app that may save could otherwise find out by a UUID that is in use what is stored that it may not read.
    @Test func theUUIDsOfAStoreCannotBeDerivedInAnotherOne() throws {
        let (shell, other) = (try Shell(), try Shell())
        func ids(_ shell: Shell, _ input: String) throws -> Set<String> {
            try shell.run("save", "heartRate", "--csv", "-", input: input)
            return Set(try shell.run("query", "heartRate", "--csv").dropFirst().map { String($0.suffix(36)) })
        }
        let own = try ids(shell, file)
        #expect(try own.count == 4 && own.isDisjoint(with: ids(other, file)))
        // Not through the socket of an app either.
        try shell.run("app", "add", "org.example.diary")
        try shell.run("allow", "org.example.diary", "heartRate", "--share")
        let socket = shell.folder.path + "/run/apps/org.example.diary/sock"
        #expect(
            try shell.run("save", "heartRate", "--csv", "-", "--socket", socket, input: file) == ["4 samples saved."]
        )
        #expect(try shell.run("query", "heartRate", "--csv").count == 9)
    }

    /// Each type is in the file of Apple's own exports, in which a percentage is a share.
    @Test func applesPercentagesAreShares() throws {
        let shell = try Shell()
        let file = """
            startDate,endDate,value,unit
            2026-11-02 09:00:00 +0100,2026-11-02 09:00:00 +0100,0.97,%
            2026-11-02 09:01:00 +0100,2026-11-02 09:01:00 +0100,1,%

            """
        #expect(try shell.run("save", "oxygenSaturation", "--csv", "-", input: file) == ["2 samples saved."])
        let found = try shell.run("query", "oxygenSaturation", "--csv").dropFirst()
        #expect(found.map { $0.split(separator: ",", omittingEmptySubsequences: false)[2] } == ["97", "100"])
        let error = try shell.failure(
            "save",
            "oxygenSaturation",
            "--csv",
            "-",
            input: file.replacing("0.97", with: "97")
        )
        #expect(
            error.contains("Line 2: ") && error.contains("with the column startDate, as Apple exports it"),
            "\(error)"
        )
        let plain = file.replacing("startDate,endDate", with: "start,end")
        #expect(try shell.failure("save", "oxygenSaturation", "--csv", "-", input: plain).contains("Write 97 for 97 %"))
        let sleep = "startDate,value\n2026-11-02 09:00:00 +0100,HKCategoryValueSleepAnalysisAsleepREM\n"
        #expect(try shell.run("save", "sleepAnalysis", "--csv", "-", input: sleep) == ["1 sample saved."])
    }

    @Test func aLineWithMoreFieldsThanTheHeaderIsRefused() throws {
        let shell = try Shell()
        for (value, type) in [("70,5", "bodyMass"), ("1,234", "stepCount")] {
            let file = "start,value\n2026-11-02 09:00,\(value)\n"
            let error = try shell.failure("save", type, "--csv", "-", input: file)
            #expect(error.contains("Line 2: 3 fields, and the first line of the file has 2."), "\(error)")
        }
    }
}
