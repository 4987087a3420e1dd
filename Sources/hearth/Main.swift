import HearthModel
import HearthSystem

/// `hearth COMMAND [OPTIONS]`.
@main
struct Main {
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
            Terminal.printError(Overview.usage(of: Commands.all))
            exit(2)
        case "--help", "-h", "help": try printHelp(help(arguments.dropFirst()))
        case "--version", "-V", "-v", "version": try Output.print(Terminal.version)
        case let name?:
            let command = try Commands.find(name)
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

    /// The help of the command that is named, alone or with one of its actions, or the list of all commands.
    private static func help(_ names: ArraySlice<String>) throws(UsageError) -> String {
        guard let name = names.first, name != "help" || names.count > 1 else { return Overview.usage(of: Commands.all) }
        guard names.count > 1 else { return try Commands.find(name).help }
        let help = try Commands.find(name).help
        let actions = HelpText(help).terms.filter(\.isWord).map { String($0.key) }
        guard names.count == 2, actions.contains(names[names.startIndex + 1]) else {
            throw UsageError("Too many arguments.")
        }
        return help
    }
}
