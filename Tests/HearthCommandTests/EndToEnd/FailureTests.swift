import Foundation
import HearthTestSupport
import Testing

@testable import hearth

/// Errors, their words and their exit codes: 2 for a wrong command line, 1 for a command that could not be carried out.
@Suite struct FailureTests {
    @Test(arguments: [
        ["save"], ["save", "heartRate"], ["save", "heartRate", "4711", "4712"], ["save", "heartRate", "4711", "--at"],
        ["save", "heartRate", "4711", "--at", "now", "--from", "1h"], ["save", "heartRate", "4711", "--to", "now"],
        ["save", "heartRate", "4711", "--csv", "-"], ["save", "heartRate", "4711", "--frob"],
        ["save", "heartRate", "4711", "--from", "now", "--to", "1h"], ["query"],
        ["query", "heartRate", "stepCount", "--csv"],
        ["query", "01A1FEF9-F3B1-700D-937B-7067034304ED", "--csv"],
        ["query", "heartRate", "--csv", "--metadata"],
        ["query", "heartRate", "--limit", "0"], ["query", "heartRate", "--limit", "-1"],
        ["query", "heartRate", "--latest", "--newest"],
        ["query", "heartRate", "--latest", "-n", "2"], ["query", "heartRate", "--count", "--csv"],
        ["query", "heartRate", "--json", "--csv"], ["query", "heartRate", "--newest", "--oldest"],
        ["query", "heartRate", "--since", "1h", "--until", "2h"], ["watch", "--since-now", "--from-start"],
        ["delete"], ["delete", "heartRate"], ["delete", "heartRate", "4711"],
        ["delete", "heartRate", "01A1FEF9-F3B1-700D-937B-7067034304ED", "--since", "1h"],
        ["sources", "heartRate", "stepCount"], ["types", "a", "b"], ["demo", "4711"],
        ["decode", "a", "b"], ["decode", "--client", "--server"], ["trace", "4711"], ["trace", "--listen"],
    ])
    func aWrongCommandLineEndsWith2(_ arguments: [String]) throws {
        let tool = try HearthTool(arguments, in: ServerFolder())
        #expect(tool.exit == .code(2), "\(tool.errors)")
        #expect(tool.output == "")
        #expect(tool.errors.hasSuffix("See 'hearth \(arguments[0]) --help'.\n"), "\(tool.errors)")
        #expect(arguments[0] == "delete" || !tool.errors.contains("4711"), "\(tool.errors)")
    }

    /// A text that cannot be read, in every place where a command takes one. No server is asked.
    @Test(arguments: [
        (["save", "hartRate", "4711"], "There is no type 'hartRate'. Did you mean 'heartRate'?"),
        (["query", "heartRate", "--since", "last", "monday"], "in quotes, such as --since 'last monday'"),
        (["query", "heartRate,stepCount"], "'heartRate,stepCount'. Write spaces between types: heartRate stepCount."),
        (["grant"], "Did you mean 'allow'?"), (["permissions"], "Did you mean 'access' or 'allow'?"),
        (["save", "workoutRoute", "4711"], "A route is more than a value"),
        (["save", "workout", "runing", "--from", "1h"], "This is not an activity. Did you mean 'running'"),
        (["save", "workout", "running", "--from", "1h", "--distance", "5kg"], "'kg' is not a unit for --distance."),
        (["save", "workout", "running"], "--from is missing"),
        (["save", "heartRate", "72", "--energy", "1"], "is for workouts"),
        (["query", "heartRate", "--where", "valu>100"], "Did you mean 'value'"),
        (["query", "heartRate", "--where", "activity=running"], "Samples of heartRate have no activity."),
        (["query", "heartRate", "--where", "value>x"], "is not a number"),
        (["query", "heartRate", "--where", ">100"], "Write a condition of --where as"),
        (["save", "dateOfBirth", "4711"], "holds no samples of dateOfBirth"),
        (["save", "heartRate", "4711x"], "'x' is not a unit."),
        (["save", "heartRate", "x"], "The value is not a number."),
        (["save", "heartRate", "4711bpm"], "'bpm' is not a unit. Did you mean 'count/min'?"),
        (["save", "bodyMass", "4711", "--unit", "lbs"], "'lbs' is not a unit. Did you mean 'lb'?"),
        (["save", "bodyTemperature", "4711", "--unit", "C"], "'C' is not a unit. Did you mean 'degC'?"),
        (["save", "bloodGlucose", "4711mmol"], "does not fit bloodGlucose. Did you mean 'mmol/L'?"),
        (["save", "oxygenSaturation", "4711", "--unit", "1"], "oxygenSaturation is between 0 and 1."),
        (["save", "bodyTemperature", "-4711", "--unit", "degF"], "bodyTemperature is not below -459.67 degF."),
        (["save", "sleepAnalysis", "4711"], "This is not a value of sleepAnalysis. Its values are: 0 inBed,"),
        (["save", "oxygenSaturation", "4711"], "The value is impossible: oxygenSaturation is between 0 % and 100 %."),
        (
            ["save", "heartRate", "4711", "--unit", "kg"],
            "The unit 'kg' does not fit heartRate. heartRate is stored in 'count/min'."
        ),
        (["save", "heartRate", "4711", "--unit", "bpm"], "'bpm' is not a unit."),
        (["save", "heartRate", "4711", "--at", "tomorow"], "'tomorow' is not a date."),
        (["save", "heartRate", "4711", "--metadata", "x"], "Write metadata as KEY=VALUE."),
        (["save", "heartRate", "47,11"], "The value is not a number: write decimals with a point, as in 72.5."),
        (["save", "heartRate", "4711", "--from", "tomorow"], "'tomorow' is not a date."),
        (["save", "heartRate", "4711", "--from", "1h", "--to", "tomorow"], "'tomorow' is not a date."),
        (["save", "heartRate", "4711", "--at", "1850-01-01"], "dates are from 1900 to 2149"),
        (
            ["save", "heartRate", "4711", "--metadata", "HKWasUserEntered=4711"],
            "HKWasUserEntered must be true or false"
        ),
        (["save", "hartRate", "--csv", "-"], "There is no type 'hartRate'."),
        (["query", "all"], "'all' is not a type: name each type"),
        (
            ["save", "insulinDelivery", "4711"],
            "needs --metadata HKInsulinDeliveryReason=VALUE. VALUE is basal (1) or bolus"
        ),
        (["save", "menstrualFlow", "4711"], "needs --metadata HKMenstrualCycleStart=VALUE. VALUE is true or false."),
        (["export", "--json", "-"], "An export is a file or a folder: name it."),
        (["query", "hartRate"], "There is no type 'hartRate'."),
        (["query", "heartRate", "--since", "tomorow"], "'tomorow' is not a date."),
        (["query", "heartRate", "--until", "tomorow"], "'tomorow' is not a date."),
        (["query", "heartRate", "--since", "3 weeks"], "Did you mean '3 weeks ago'?"),
        (["query", "heartRate", "--since=-1d"], "Did you mean '1d'?"),
        (["query", "heartRate", "--unit", "/min"], "Did you mean 'count/min'"),
        (["query", "heartRate", "--unit", "kg"], "The unit 'kg' does not fit heartRate"),
        (["query", "sleepAnalysis", "--unit", "min"], "sleepAnalysis is not a quantity"),
        (["watch", "hartRate"], "There is no type 'hartRate'."),
        (["delete", "hartRate", "--since", "1h"], "There is no type 'hartRate'."),
        (["delete", "heartRate", "--since", "tomorow"], "'tomorow' is not a date."),
        (["sources", "hartRate"], "There is no type 'hartRate'."),
        (["types", "hartRate"], "There is no type 'hartRate'."),
        (["types", "hartRate", "--json"], "There is no type 'hartRate'."),
        (["background", "remove", "org.example.app", "hartRate"], "There is no type 'hartRate'."),
    ])
    func aTextThatCannotBeReadEndsWith2(_ arguments: [String], _ text: String) throws {
        let tool = try HearthTool(arguments, in: ServerFolder())
        #expect(tool.exit == .code(2))
        #expect(tool.output == "")
        #expect(tool.errors.hasPrefix("hearth: ") && tool.errors.contains(text), "\(tool.errors)")
        #expect(!tool.errors.contains("4711"), "\(tool.errors)")
        #expect(tool.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        (["save", "heartRate", "4711"], "No Hearth server listens on "),
        (["query", "heartRate"], "Start one with 'hearth serve'"),
        (["watch"], "No Hearth server listens on "),
        (["sources"], "No Hearth server listens on "),
        (["trace"], "No Hearth server listens on "),
        (["delete", "heartRate", "--since", "1h"], "No Hearth server listens on "),
        (["status"], "No Hearth server listens on "),
        (["background"], "No Hearth server listens on "),
        (["check"], "HEARTH_SOCKET names a server, not its store."),
        (["check", "/nowhere/x.hearth"], "No store at /nowhere/x.hearth.\n"),
        (["backup", "copy.hearth", "--store", "/nowhere/x.hearth"], "No store at /nowhere/x.hearth.\n"),
        (["copy", "/nowhere/x.hearth", "copy.hearth"], "No store at /nowhere/x.hearth.\n"),
        (["backup", "copy.hearth"], "HEARTH_SOCKET names a server, not its store."),
        (["decode", "/nowhere/frames"], "Cannot read the frames: the file is missing"),
        (["save", "heartRate", "--csv", "/nowhere/file.csv"], "/nowhere/file.csv cannot be read: "),
    ])
    func aCommandThatCannotBeCarriedOutEndsWith1(_ arguments: [String], _ text: String) throws {
        let tool = try HearthTool(arguments, in: ServerFolder())
        #expect(tool.exit == .code(1))
        #expect(tool.errors.hasPrefix("hearth: ") && tool.errors.contains(text), "\(tool.errors)")
        #expect(!tool.errors.contains("4711"), "\(tool.errors)")
        #expect(tool.errors.split(separator: "\n").count == 1)
    }

    /// HealthKit's error is printed as a sentence and not as an `NSError`.
    @Test func aDemoWithoutItsServerEndsWith1() throws {
        let tool = try HearthTool(["demo", "--fast", "--socket", "/nowhere/hearth.sock"], in: ServerFolder())
        #expect(tool.exit == .code(1))
        #expect(tool.errors.hasPrefix("hearth: No Hearth server listens on /nowhere/hearth.sock."), "\(tool.errors)")
        #expect(!tool.errors.contains("Domain="))
    }

    @Test func theServersRefusalIsASentence() throws {
        let shell = try Shell()
        let line = "{\"type\":\"menstrualFlow\",\"start\":\"2026-11-21\",\"name\":\"light\"}"
        let error = try shell.failure("save", "--json", "-", input: line)
        #expect(
            error.hasPrefix("hearth: Samples of this type need the key HKMenstrualCycleStart. (INVALID_ARGUMENT at ")
        )
        try shell.run("save", "menstrualFlow", "light", "--metadata", "HKMenstrualCycleStart=no")
    }

    @Test(arguments: [["-V"], ["-v"], ["help", "help"], ["query", "heartRate", "-n5", "--help"]])
    func whatIsTypedWithoutThinkingWorks(_ arguments: [String]) throws {
        let tool = try HearthTool(arguments, in: ServerFolder())
        #expect(tool.exit == .code(0) && !tool.output.isEmpty, "\(tool.errors)")
    }

    @Test(arguments: Commands.all.map { $0.name })
    func everyCommandExplainsItself(_ command: String) throws {
        let folder = try ServerFolder()
        let help = try HearthTool([command, "--help"], in: folder)
        #expect(help.exit == .code(0) && help.output.contains("usage: hearth \(command)"))
        #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
        #expect(try HearthTool(["--help"], in: folder).output.contains("\n  \(command) "))
        #expect(try HearthTool(["help", command], in: folder).output == help.output)
        for action in HelpText(help.output).terms.filter(\.isWord) {
            let words = ["help", command, String(action.key)]
            #expect(try HearthTool(words, in: folder).output == help.output, "\(words)")
        }
    }

    /// An error about an argument names it, and one about a wrong name suggests what was meant.
    @Test(arguments: [
        (["save"], "TYPE is missing."), (["save", "heartRate"], "VALUE is missing."), (["query"], "TYPE is missing."),
        (["backup"], "PATH is missing."), (["delete"], "TYPE is missing."), (["background", "run"], "APP is missing."),
        (["allow"], "APP is missing."), (["allow", "org.example.diary"], "TYPE is missing."),
        (["deny", "heartRate"], "APP is missing: 'heartRate' is a type, as in 'hearth deny APP heartRate'."),
        (["allow", "heartRate", "--asked"], "APP is missing"), (["help", "app", "runs"], "Too many arguments."),
        (["save", "--csv", "-"], "TYPE is missing."), (["qurey"], "Did you mean 'query'?"),
        (["rm"], "Did you mean 'delete'?"),
        (["ls"], "Did you mean 'query', 'types' or 'sources'?"),
        (["query", "heartRate", "--sinse", "1h"], "'--since'"),
        (["query", "heartRate", "--max=3"], "Did you mean '--limit'?"), (["background", "rum"], "Did you mean 'run'?"),
        (["query", "heartRate", "--json=yes"], "--json takes no value."),
        (["query", "heartRate", "-n="], "needs a value"),
        (
            ["save", "heartRate", "4711bpm", "--unit", "count/s"],
            "--unit and a unit after the value exclude each other."
        ),
        (["status", "--json", "--metrics"], "--json and --metrics exclude each other."),
        (["check", "a", "--store", "b"], "PATH and --store exclude each other."),
        (["save", "--json", "-", "--metadata", "a=b"], "--json and --metadata exclude each other."),
    ])
    func aWrongCommandLineIsNamed(_ arguments: [String], _ text: String) throws {
        let tool = try HearthTool(arguments, in: ServerFolder())
        #expect(tool.exit == .code(2))
        #expect(tool.errors.contains(text), "\(tool.errors)")
        #expect(tool.output == "" && !tool.errors.contains("4711"))
    }

    @Test func withoutACommandTheHelpIsPrinted() throws {
        let folder = try ServerFolder()
        let tool = try HearthTool([], in: folder)
        #expect(tool.exit == .code(2) && tool.output == "")
        #expect(try tool.errors == HearthTool(["--help"], in: folder).output)
    }

    @Test func helpForAnUnknownCommandEndsWith2() throws {
        let folder = try ServerFolder()
        for arguments in [["help", "frob"], ["help", "save", "query"], ["frob"], []] {
            #expect(try HearthTool(arguments, in: folder).exit == .code(2), "\(arguments)")
        }
    }

    /// The usage lines name each option that the command takes, and the list below describes it.
    @Test func everyOptionIsInTheUsageAndDescribed() {
        for command in Commands.all {
            let parts = command.help.components(separatedBy: "\n\n")
            let usage = parts.first { $0.hasPrefix("usage: ") } ?? ""
            for option in command.flags + command.values {
                #expect(usage.contains(option), "hearth \(command.name): usage lacks \(option)")
                #expect(command.help.contains("\n  \(option) "), "hearth \(command.name): \(option) is not described")
            }
        }
    }
}
