#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `hearth COMMAND [OPTIONS]`.
@main
struct Main {
    private static var commands: [any Command.Type] {
        [
            Serve.self, Save.self, Query.self, Watch.self, Delete.self, Sources.self, Types.self, Demo.self,
            Status.self, Background.self, Check.self, Backup.self, Decode.self, Trace.self,
        ]
    }

    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch let error as UsageError {
            Terminal.printError("hearth: \(error.problem) See 'hearth \(error.command.map { $0 + " " } ?? "")--help'.")
            exit(2)
        } catch is ReaderGone {
            // It has what it wanted.
            exit(0)
        } catch {
            Terminal.printError("hearth: \(ErrorText.text(of: error))")
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        switch arguments.first {
        case nil: throw UsageError("Missing command.")
        case "--help", "-h", "help": try Output.print(usage)
        case "--version", "version": try Output.print(Terminal.version)
        case let name?:
            guard let command = commands.first(where: { $0.name == name }) else {
                throw UsageError("There is no command '\(name)'.")
            }
            let given = try GivenOptions(arguments.dropFirst(), of: command)
            guard !given.has("--help") else {
                try Output.print(command.help)
                return
            }
            try command.run(given)
        }
    }

    private static var usage: String {
        let lines = commands.map { command in
            "  \(command.name.padded(to: 10))  \(command.summary)"
        }
        return """
            Hearth is one store for the health data of all the apps on a machine.

            usage: hearth COMMAND [OPTIONS]

            commands:
            \(lines.joined(separator: "\n"))

            'hearth COMMAND --help' says more about one of them, 'hearth --version' which version this is.
            """
    }
}
