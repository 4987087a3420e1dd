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
