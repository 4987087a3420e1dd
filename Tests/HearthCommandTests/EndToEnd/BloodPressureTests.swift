import HearthTestSupport
import Testing

/// Blood pressures on the command line, from saving to deleting.
@Suite struct BloodPressureTests {
    private func fields(_ shell: Shell, _ arguments: [String] = []) throws -> [[String]] {
        let tool = try HearthTool(["query", "bloodPressure", "--csv"] + arguments, in: shell.folder)
        return tool.output.split(separator: "\n").dropFirst().map { line in
            line.split(separator: ",", omittingEmptySubsequences: false)[2...3].map(String.init)
        }
    }

    @Test func aBloodPressureComesBackWithItsValues() throws {
        let shell = try Shell()
        try shell.run("save", "bloodPressure", "120/80mmHg", "--at", "2026-11-21 10:00")
        try shell.run("save", "bloodPressure", "16/10", "--unit", "kPa", "--at", "2026-11-21 10:01")
        let table = try shell.run("query", "bloodPressure")
        #expect(table[1].contains("  120/80  mmHg  org.hearth.cli  "), "\(table)")
        #expect(try fields(shell, ["--unit", "kPa"])[1] == ["16/10", "kPa"])
        #expect(try fields(shell)[0] == ["120/80", "mmHg"])
        let objects = try Shell.objects(shell.run("query", "bloodPressure", "--json"))
        #expect(objects[0]["value"] as? String == "120/80" && objects[0]["unit"] as? String == "mmHg")
    }

    @Test func aFileOfBloodPressuresIsSavedOnce() throws {
        let shell = try Shell()
        let file = "start,value\n2026-11-21 10:00,120/80\n2026-11-21 10:01,130/85\n"
        #expect(try shell.run("save", "bloodPressure", "--csv", "-", input: file) == ["6 samples saved."])
        let again = try shell.run("save", "bloodPressure", "--csv", "-", input: file)
        #expect(again == ["0 samples saved, 6 were stored already."])
        #expect(try fields(shell) == [["120/80", "mmHg"], ["130/85", "mmHg"]])
        let error = try shell.failure("save", "bloodPressure", "--csv", "-", input: file + "2026-11-21,80/120\n")
        #expect(error.contains("Line 4: The value is impossible"), "\(error)")
    }

    @Test func jsonIsReadBackAsTheSameBloodPressure() throws {
        let shell = try Shell()
        try shell.run("save", "bloodPressure", "120/80", "--at", "2026-11-21 10:00", "--metadata", "own=text")
        let printed = try shell.run("query", "bloodPressure", "--json")
        let input = printed.joined(separator: "\n")
        let again = try shell.run("save", "--json", "-", "--app", "org.example.other", input: input)
        #expect(again == ["0 samples saved, 3 were stored already (3 by org.hearth.cli)."])
        let other = try Shell()
        #expect(try other.run("save", "--json", "-", input: input) == ["3 samples saved."])
        #expect(try other.run("query", "bloodPressure", "--json") == printed)
        // CSV does not name the members.
        let csv = try shell.run("query", "bloodPressure", "--csv").joined(separator: "\n")
        let error = try shell.failure("save", "bloodPressure", "--csv", "-", input: csv)
        #expect(error.contains("Save it from JSON"), "\(error)")
    }

    @Test func deletingSaysThatTheMembersRemain() throws {
        let shell = try Shell()
        let id = try shell.run("save", "bloodPressure", "120/80")[0]
        let tool = try HearthTool(["delete", "bloodPressure", id], in: shell.folder)
        #expect(tool.exit == .code(0) && tool.output == "1 sample of bloodPressure deleted.\n")
        let systolic = try #require(try Shell.objects(shell.run("query", "bloodPressureSystolic", "--json")).first)
        let member = try #require(systolic["uuid"] as? String)
        #expect(
            tool.errors.contains(
                "2 members remain. To delete them, which --members does together with the bloodPressure:"
            ),
            "\(tool.errors)"
        )
        #expect(tool.errors.contains("hearth delete bloodPressureSystolic \(member)\n"), "\(tool.errors)")
    }

    @Test func membersAreDeletedOnRequest() throws {
        let shell = try Shell()
        let id = try shell.run("save", "bloodPressure", "120/80")[0]
        try shell.run("save", "bloodPressure", "130/85")
        #expect(
            try shell.run("delete", "bloodPressure", id, "--members")
                == ["1 sample of bloodPressure and 2 members deleted."]
        )
        #expect(
            try shell.run("delete", "bloodPressure", "--since", "1h", "--yes", "--members")
                == ["1 sample of bloodPressure and 2 members deleted."]
        )
        for type in ["bloodPressure", "bloodPressureSystolic", "bloodPressureDiastolic"] {
            #expect(try shell.run("query", type).isEmpty)
        }
        let error = try shell.failure("delete", "heartRate", id, "--members", code: 2)
        #expect(error.contains("heartRate is not a correlation or a workout"))
    }
}
