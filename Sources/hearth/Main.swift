import HearthModel
import HearthSystem

/// `hearth COMMAND [OPTIONS]`.
@main
struct Main {
    static var commands: [any Command.Type] {
        [
            Serve.self, Save.self, Import.self, Export.self, Query.self, Stats.self, Watch.self, Delete.self,
            Dashboard.self, Report.self, Sources.self, Types.self, Demo.self, Status.self, AppCommand.self,
            Allow.self, Deny.self, Revoke.self, Consent.self, Access.self, Background.self, Check.self, Backup.self,
            Copy.self, Decode.self, Trace.self, Doctor.self, CompletionCommand.self, Manual.self,
        ]
    }

    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
            Pager.end()
        } catch let error as UsageError {
            Pager.end()
            Terminal.printError("hearth: \(error.problem) See 'hearth \(error.command.map { $0 + " " } ?? "")--help'.")
            exit(2)
        } catch let error as InputError {
            Pager.end()
            Terminal.printError("hearth: \(error.description)")
            exit(2)
        } catch is ReaderGone {
            // The reader has all it wants.
            Pager.end()
            exit(0)
        } catch {
            Pager.end()
            Terminal.printError("hearth: \(ErrorText.text(of: error))")
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        switch arguments.first {
        case nil:
            Terminal.printError(Overview.usage(of: commands))
            exit(2)
        case "--help", "-h", "help": try printHelp(help(arguments.dropFirst()))
        case "--version", "-V", "-v", "version": try Output.print(Terminal.version)
        case let name?:
            let command = try command(name)
            let given = try GivenOptions(arguments.dropFirst(), of: command)
            guard !given.has("--help") else { return try printHelp(command.help) }
            try command.run(given)
        }
    }

    private static func printHelp(_ text: String) throws {
        Terminal.outliveReaders()
        Pager.begin()
        try Output.print(text)
    }

    static func command(_ name: String) throws(UsageError) -> any Command.Type {
        guard let command = commands.first(where: { $0.name == name }) else {
            let question = Suggestions(for: name, among: commands.map { $0.name }, synonyms: synonyms).question
            throw UsageError("There is no command '\(name.printable)'.\(question)")
        }
        return command
    }

    /// What other programs call commands.
    private static let synonyms = [
        "add": ["save"],
        "aggregate": ["stats"],
        "app": ["sources"],
        "autocomplete": ["completion"],
        "average": ["stats"],
        "avg": ["stats"],
        "browser": ["dashboard"],
        "chart": ["stats", "dashboard"],
        "copy": ["backup"],
        "daemon": ["serve"],
        "del": ["delete"],
        "diagnose": ["doctor"],
        "dump": ["backup", "query"],
        "find": ["query"],
        "follow": ["watch"],
        "fsck": ["check"],
        "get": ["query"],
        "gui": ["dashboard"],
        "info": ["status"],
        "insert": ["save"],
        "list": ["query", "types", "sources"],
        "load": ["import", "save"],
        "log": ["query", "watch"],
        "ls": ["query", "types", "sources"],
        "man": ["manual"],
        "monitor": ["watch"],
        "priority": ["sources"],
        "ps": ["status"],
        "put": ["save"],
        "rank": ["sources"],
        "read": ["query"],
        "record": ["save"],
        "remove": ["delete"],
        "restore": ["backup"],
        "rm": ["delete"],
        "run": ["serve"],
        "select": ["query"],
        "server": ["serve"],
        "show": ["query"],
        "start": ["serve"],
        "stat": ["stats", "status"],
        "statistics": ["stats"],
        "subscribe": ["watch"],
        "sum": ["stats"],
        "tail": ["watch"],
        "units": ["types"],
        "unit": ["types"],
        "verify": ["check"],
        "ui": ["dashboard"],
        "web": ["dashboard"],
        "write": ["save"],
    ]

    /// The help of the command that is named, or the list of all commands.
    private static func help(_ names: ArraySlice<String>) throws(UsageError) -> String {
        guard names.count <= 1 else { throw UsageError("Too many arguments.") }
        guard let name = names.first, name != "help" else { return Overview.usage(of: commands) }
        return try command(name).help
    }
}
