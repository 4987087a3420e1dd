import HearthTestSupport
import Testing

/// Files with samples that are stored already.
@Suite struct StoredSamplesTests {
    /// Two apps with a sample each. Returns them as CSV.
    private func twoApps(_ shell: Shell) throws -> String {
        try shell.run("save", "heartRate", "60", "--at", "2026-11-21T10:00:00Z", "--metadata", "own=text")
        try shell.run("save", "heartRate", "61", "--at", "2026-11-21T10:00:01Z", "--app", "org.example.watch")
        return try shell.run("query", "heartRate", "--csv").joined(separator: "\n")
    }

    @Test func theFileOfAStoreWithTwoAppsIsStoredAlready() throws {
        let shell = try Shell()
        let printed = try twoApps(shell)
        let again = try shell.run("save", "heartRate", "--csv", "-", input: printed)
        #expect(again == ["0 samples saved, 2 were stored already (1 by org.example.watch)."])
        let more = printed + "\n2026-11-21T10:00:02Z,,62,count/min,,\n"
        let added = try shell.run("save", "heartRate", "--csv", "-", input: more)
        #expect(added == ["1 sample saved, 2 were stored already (1 by org.example.watch)."])
        #expect(try shell.run("query", "heartRate", "--csv").count == 4)
    }

    /// In the unit of the file.
    @Test func convertedValuesAreStoredAlready() throws {
        let shell = try Shell()
        _ = try twoApps(shell)
        for unit in ["count/s", "count/hr"] {
            let printed = try shell.run("query", "heartRate", "--csv", "--unit", unit).joined(separator: "\n")
            let again = try shell.run("save", "heartRate", "--csv", "-", input: printed)
            #expect(again == ["0 samples saved, 2 were stored already (1 by org.example.watch)."])
        }
    }

    @Test func aConflictIsNamedWithItsLine() throws {
        let shell = try Shell()
        let printed = try twoApps(shell)
        for (from, to, difference) in [(",61,", ",4711,", "values"), ("10:00:01Z,,", "10:00:03Z,,", "times")] {
            let file = printed.replacing(from, with: to)
            let error = try shell.failure("save", "heartRate", "--csv", "-", input: file)
            #expect(error.contains("Line 3: The UUID "), "\(error)")
            #expect(error.contains("is stored with other \(difference). (IDENTIFIER_CONFLICT)"), "\(error)")
            #expect(
                error.contains("remove the UUID") && error.contains("Nothing was saved.") && !error.contains("4711")
            )
        }
        let error = try shell.failure("save", "heartRate", "--csv", "-", "--metadata", "own=other", input: printed)
        #expect(error.contains("Line 2: The UUID ") && error.contains("other metadata"), "\(error)")
    }

    /// Each way that the error names leads to the end, when it is followed to the letter. The UUIDs are those of samples that
    /// another app has saved, and the app may not read them.
    @Test func theAdviceHelpsAnAppThatReadsNothing() throws {
        let shell = try Shell()
        let app = "org.example.diary"
        let ids = ["1D3C6F0A-57A4-4D5B-8C51-0E6F0C0F7A01", "1D3C6F0A-57A4-4D5B-8C51-0E6F0C0F7A02"]
        let rows = ["2026-11-21T10:00:00Z,60,", "2026-11-21T10:00:01Z,61,"]
        let known = zip(rows, ids).map { $0 + $1 }
        let saving = ["save", "heartRate", "--csv", "-"]
        try shell.run(saving, input: (["start,value,uuid"] + known).joined(separator: "\n"))
        try shell.run("app", "add", app)
        try shell.run("allow", app, "heartRate", "--share")
        let own = saving + ["--socket", shell.folder.path + "/run/apps/\(app)/sock", "--app", app]
        let file = (["start,value,uuid", "2026-11-21T09:00:00Z,59,"] + known).joined(separator: "\n")
        let error = try shell.failure(own, input: file)
        #expect(
            error.contains("Line 3: The UUID \(ids[0]) is taken by a sample that the app may not read."),
            "\(error)"
        )
        #expect(
            error.contains(
                " or let it read what others saved: 'hearth allow \(app) heartRate --read'. Nothing was saved."
            ),
            "\(error)"
        )
        let shorter = (["start,value,uuid", "2026-11-21T09:00:00Z,59,"] + known.dropFirst()).joined(separator: "\n")
        #expect(try shell.failure(own, input: shorter).contains("Line 3: The UUID \(ids[1]) "), "the next line")

        let copies = ["9B1DEB4D-3B7D-4BAD-9BDD-2B0D7B3DCB6D", "9B1DEB4D-3B7D-4BAD-9BDD-2B0D7B3DCB6E"]
        let named = (["start,value,uuid"] + zip(rows, copies).map { $0 + $1 }).joined(separator: "\n")
        #expect(try shell.run(own, input: named) == ["2 samples saved."])

        try shell.run("allow", app, "heartRate")
        let last = try shell.run(own, input: file)
        #expect(last == ["1 sample saved, 2 were stored already (2 by org.hearth.cli)."])
    }

    /// An app derives UUIDs with a key of its own, so it learns nothing about what others have saved from the same file.
    @Test func anAppWithASocketSavesACopyOfWhatItMayNotRead() throws {
        let shell = try Shell()
        let app = "org.example.diary"
        let file = "start,value\n2026-11-21T10:00:00Z,60\n2026-11-21T10:00:01Z,61"
        let saving = ["save", "heartRate", "--csv", "-"]
        try shell.run(saving, input: file)
        try shell.run("app", "add", app)
        try shell.run("allow", app, "heartRate", "--share")
        let own = saving + ["--socket", shell.folder.path + "/run/apps/\(app)/sock", "--app", app]
        #expect(try shell.run(own, input: file) == ["2 samples saved."])
        #expect(try shell.run(own, input: file) == ["0 samples saved, 2 were stored already."])
        #expect(try shell.run("query", "heartRate", "--count") == ["4"])
    }

    /// The same sample with other metadata.
    @Test func theAdviceAboutADerivedUUIDHelps() throws {
        let shell = try Shell()
        let saving = ["save", "heartRate", "--csv", "-"]
        try shell.run(saving + ["--metadata", "own=text"], input: "start,value\n2026-11-21T10:00:00Z,60")
        for app in ["org.hearth.cli", "org.example.watch"] {
            let again = saving + ["--metadata", "own=other", "--app", app]
            let error = try shell.failure(again, input: "start,value\n2026-11-21T10:00:00Z,60")
            #expect(error.contains("other metadata.") && error.contains("Remove the line, or give it another 'uuid'"))
        }
        let named = "start,value,uuid\n2026-11-21T10:00:00Z,60,9B1DEB4D-3B7D-4BAD-9BDD-2B0D7B3DCB6D"
        #expect(try shell.run(saving + ["--metadata", "own=other"], input: named) == ["1 sample saved."])
    }

    /// No line of CSV has the UUIDs of a blood pressure.
    @Test func aBloodPressureGetsNoUUIDFromCSV() throws {
        let shell = try Shell()
        let saving = ["save", "bloodPressure", "--csv", "-", "--metadata"]
        let file = "start,value\n2026-11-21T10:00:00Z,120/80"
        try shell.run(saving + ["own=text"], input: file)
        let error = try shell.failure(saving + ["own=other"], input: file)
        #expect(error.contains(" is stored with other metadata. (IDENTIFIER_CONFLICT)"))
        #expect(error.contains(" A stored sample does not change. Remove the line. Nothing was saved."), "\(error)")
    }

    /// A UUID of another type, or one that a file has twice.
    @Test func whatTheTypesSamplesDoNotExplainIsNamedWithItsLine() throws {
        let shell = try Shell()
        let id = try shell.run("save", "stepCount", "60", "--at", "2026-11-21T10:00:00Z")[0]
        for rows in [["2026-11-21T10:00:00Z,60,\(id)"], ["2026-11-21,60,\(other)", "2026-11-21,61,\(other)"]] {
            let file = (["start,value,uuid", "2026-11-21,60,"] + rows).joined(separator: "\n")
            let error = try shell.failure("save", "heartRate", "--csv", "-", input: file)
            #expect(error.contains("Line \(2 + rows.count): The UUID "), "\(error)")
        }
    }

    private let other = "01A1FEF9-F3B1-700D-937B-7067034304ED"

    /// A file has more than one frame of samples before the one that conflicts.
    @Test func theConflictingSampleIsNamedInALargeFile() throws {
        let shell = try Shell()
        let id = try shell.run("save", "heartRate", "60", "--at", "2026-11-21T10:00:00Z")[0]
        let rows = (0..<70_000).map { "17\(63_717_200 + $0),61," } + ["2026-11-21T10:00:00Z,62,\(id)"]
        let file = (["start,value,uuid"] + rows).joined(separator: "\n")
        let error = try shell.failure("save", "heartRate", "--csv", "-", input: file)
        #expect(error.contains("Line 70002: The UUID \(id) is stored with other values"), "\(error)")
    }
}
