import HearthTestSupport
import Testing

/// What is refused, with which words and which code.
@Suite struct FailureTests {
    @Test(arguments: [
        ["save"], ["save", "heartRate"], ["save", "heartRate", "4711", "4712"], ["save", "heartRate", "4711", "--at"],
        ["save", "heartRate", "4711", "--at", "now", "--from", "1h"], ["save", "heartRate", "4711", "--to", "now"],
        ["save", "heartRate", "4711", "--csv", "-"], ["save", "heartRate", "4711", "--frob"],
        ["save", "heartRate", "4711", "--from", "now", "--to", "1h"], ["query"], ["query", "heartRate", "stepCount"],
        ["query", "heartRate", "--limit", "0"], ["query", "heartRate", "--limit", "-1"],
        ["query", "heartRate", "--json", "--csv"], ["query", "heartRate", "--newest", "--oldest"],
        ["query", "heartRate", "--since", "1h", "--until", "2h"], ["watch", "--since-now", "--from-start"],
        ["delete"], ["delete", "heartRate"], ["delete", "heartRate", "4711"],
        ["delete", "heartRate", "01A1FEF9-F3B1-700D-937B-7067034304ED", "--since", "1h"],
        ["sources", "heartRate", "stepCount"], ["types", "a", "b"], ["demo", "4711"],
        ["decode", "a", "b"], ["decode", "--client", "--server"], ["trace", "4711"], ["trace", "--listen"],
    ])
    func aWrongCallEndsWith2(_ arguments: [String]) throws {
        let tool = try HearthTool(arguments, in: ServerFolder())
        #expect(tool.exit == .code(2), "\(tool.errors)")
        #expect(tool.output == "")
        #expect(tool.errors.hasSuffix("See 'hearth \(arguments[0]) --help'.\n"), "\(tool.errors)")
        #expect(arguments[0] == "delete" || !tool.errors.contains("4711"), "\(tool.errors)")
    }

    @Test(arguments: [
        (["save", "hartRate", "4711"], "There is no type 'hartRate'. Did you mean 'heartRate'?"),
        (["save", "workout", "4711"], "A workout is more than a value"),
        (["save", "dateOfBirth", "4711"], "holds no samples of dateOfBirth"),
        (["save", "heartRate", "4711x"], "The value is not a number."),
        (["save", "sleepAnalysis", "4711"], "sleepAnalysis has no such value. It has: 0 inBed,"),
        (
            ["save", "heartRate", "4711", "--unit", "kg"],
            "The unit 'kg' does not fit heartRate: it is stored in 'count/min'."
        ),
        (["save", "heartRate", "4711", "--unit", "bpm"], "'bpm' is not a unit."),
        (["save", "heartRate", "4711", "--at", "tomorow"], "'tomorow' is not a date."),
        (["save", "heartRate", "4711", "--metadata", "x"], "Metadata is written KEY=VALUE."),
        (["query", "sleepAnalysis", "--unit", "min"], "sleepAnalysis is not a quantity"),
        (["save", "heartRate", "4711"], "No Hearth server listens on "),
        (["query", "heartRate"], "Start one with 'hearth serve'"),
        (["watch"], "No Hearth server listens on "),
        (["sources"], "No Hearth server listens on "),
        (["trace"], "No Hearth server listens on "),
        (["delete", "heartRate", "--since", "1h"], "No Hearth server listens on "),
        (["demo", "--fast", "--socket", "/nowhere/hearth.sock"], "No Hearth server listens on "),
    ])
    func whatCannotBeDoneEndsWith1(_ arguments: [String], _ text: String) throws {
        let tool = try HearthTool(arguments, in: ServerFolder())
        #expect(tool.exit == .code(1))
        #expect(tool.errors.hasPrefix("hearth: ") && tool.errors.contains(text), "\(tool.errors)")
        #expect(!tool.errors.contains("4711"), "\(tool.errors)")
        #expect(tool.errors.split(separator: "\n").count == 1)
    }

    @Test func theServersRefusalIsASentence() throws {
        let shell = try Shell()
        let error = try shell.failure("save", "menstrualFlow", "light")
        #expect(
            error == """
                hearth: Samples of this type need the key HKMenstrualCycleStart. (INVALID_ARGUMENT at save.columns[0].metadata)

                """
        )
        try shell.run("save", "menstrualFlow", "light", "--metadata", "HKMenstrualCycleStart=no")
    }

    @Test(arguments: ["save", "query", "watch", "delete", "sources", "types", "demo", "decode", "trace"])
    func everyCommandExplainsItself(_ command: String) throws {
        let folder = try ServerFolder()
        let help = try HearthTool([command, "--help"], in: folder)
        #expect(help.exit == .code(0) && help.output.contains("usage: hearth \(command)"))
        #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
        #expect(try HearthTool(["--help"], in: folder).output.contains("\n  \(command) "))
    }
}
