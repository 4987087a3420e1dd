import HearthModel

/// A subcommand of `hearth`.
protocol Command: Sendable {
    static var name: String { get }
    /// A line for the list of commands.
    static var summary: String { get }
    static var help: String { get }
    /// Options without a value, and those that are followed by one.
    static var flags: [String] { get }
    static var values: [String] { get }
    /// Short names of options.
    static var aliases: [String: String] { get }
    /// The number of arguments without a name.
    static var operands: ClosedRange<Int> { get }
    /// The names of the first of them in the usage line; the last may be repeated.
    static var operandNames: [String] { get }
    /// The options of each action, which is the first argument. An option that is not listed belongs to all of them. Empty if
    /// the command has no actions.
    static var actionOptions: [String: [String]] { get }
    /// What to do instead of using an option that the command does not have, or that an action does not have: `add --read`. After
    /// an action with the command line of a program any option may be the program's: `run *`.
    static var optionHints: [String: String] { get }

    static func run(_ given: GivenOptions) throws
}

extension Command {
    static var aliases: [String: String] { [:] }
    static var operandNames: [String] { [] }
    static var actionOptions: [String: [String]] { [:] }
    static var optionHints: [String: String] { [:] }
}

extension ClosedRange<Int> {
    static let none = 0...0
    static func atLeast(_ count: Int) -> ClosedRange<Int> { count...Int.max }
}

/// The command line names unknown options, lacks an argument or combines what excludes each other. Exit code 2.
struct UsageError: Error {
    let problem: String
    let command: String?

    init(_ problem: String, of command: String? = nil) {
        self.problem = problem
        self.command = command
    }
}

/// A text cannot be read as the date, type, unit or value that it should be. Exit code 2 when it is on the command
/// line; a command that reads it from a file throws a `CommandError` which names the line.
struct InputError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A command understood its arguments and could not carry them out: what happened and what to do. Exit code 1.
struct CommandError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The options of one call.
struct GivenOptions: Sendable {
    private let command: String
    private var flags: Set<String> = []
    private var values: [String: [String]] = [:]
    private(set) var operands: [String] = []
    /// How many of them come before `--`: what follows may be another program's.
    private(set) var operandsBeforeDashes = 0

    /// `--limit 5`, `--limit=5`, `-n 5` or `-n5`. What follows `--` is not an option.
    init(_ arguments: ArraySlice<String>, of command: any Command.Type) throws(UsageError) {
        self.command = command.name
        var left = arguments.makeIterator()
        while let argument = left.next() {
            guard argument != "--" else {
                operands += left
                break
            }
            // A number below zero is an argument.
            guard argument.hasPrefix("-"), argument != "-", argument.dropFirst().first?.isNumber != true else {
                operands.append(argument)
                operandsBeforeDashes += 1
                continue
            }
            let parts = GivenOptions.parts(of: argument, command)
            let option = command.aliases[parts[0]] ?? (parts[0] == "-h" ? "--help" : parts[0])
            if option == "--help" || command.flags.contains(option) {
                guard parts.count == 1 else { throw UsageError("\(option) takes no value.", of: command.name) }
                flags.insert(option)
            } else if command.values.contains(option) {
                guard let value = parts.count > 1 ? parts[1] : left.next(), !value.isEmpty else {
                    throw UsageError("\(option) needs a value.", of: command.name)
                }
                values[option, default: []].append(value)
            } else {
                throw GivenOptions.unknown(option, of: command, after: operands)
            }
        }
        try checkOperands(command)
        try checkAction(command)
    }

    /// An option of another action would be dropped, although it may have been meant as a limit.
    private func checkAction(_ command: any Command.Type) throws(UsageError) {
        let action = operands.first ?? "list"
        guard !flags.contains("--help"), let own = command.actionOptions[action] else { return }
        let given = flags.union(values.keys)
        for option in command.flags + command.values where given.contains(option) && !own.contains(option) {
            let others = command.actionOptions.filter { $0.value.contains(option) }.keys.sorted()
            guard !others.isEmpty else { continue }
            let places = others.map { "'hearth \(command.name) \($0)'" }.joined(separator: " and ")
            let hint = command.optionHints["\(action) \(option)"].map { " " + $0 } ?? ""
            throw usageError("'hearth \(command.name) \(action)' has no option '\(option)', but \(places) has.\(hint)")
        }
    }

    /// An option and the value that is attached to it: `--limit=5` or `-n5`.
    private static func parts(of argument: String, _ command: any Command.Type) -> [String] {
        let short = String(argument.prefix(2))
        if argument.count > 2, let option = command.aliases[short], command.values.contains(option),
            argument.dropFirst(2).first != "="
        {
            return [short, String(argument.dropFirst(2))]
        }
        return argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }

    private static func unknown(
        _ option: String,
        of command: any Command.Type,
        after operands: [String]
    ) -> UsageError {
        // A program that the command runs may have the option.
        let programHint = operands.count > 2 ? command.optionHints["\(operands[0]) *"] : nil
        if let hint = programHint ?? command.optionHints[option] {
            return UsageError("'hearth \(command.name)' has no option '\(option.printable)'. \(hint)", of: command.name)
        }
        let options = command.flags + command.values
        let question = Suggestions(for: option, among: options, synonyms: optionSynonyms).question
        return UsageError("'hearth \(command.name)' has no option '\(option.printable)'.\(question)", of: command.name)
    }

    /// What other programs call options, without their dashes.
    private static let optionSynonyms = [
        "after": ["--since", "--from"],
        "before": ["--until", "--to"],
        "date": ["--at"],
        "db": ["--store"],
        "desc": ["--newest"],
        "end": ["--until", "--to"],
        "file": ["--csv", "--json", "--store"],
        "follow": ["--from-start"],
        "force": ["--yes"],
        "format": ["--json", "--csv"],
        "host": ["--socket"],
        "last": ["--latest", "--newest"],
        "max": ["--limit"],
        "path": ["--store", "--socket"],
        "reverse": ["--newest"],
        "start": ["--since", "--from"],
        "time": ["--at"],
        "user": ["--app"],
    ]

    /// A surplus argument is not repeated: it may be a health value.
    private func checkOperands(_ command: any Command.Type) throws(UsageError) {
        guard !flags.contains("--help"), !command.operands.contains(operands.count) else { return }
        guard operands.count < command.operands.lowerBound else {
            throw UsageError("Too many arguments.", of: command.name)
        }
        throw missing(command.operandNames[operands.count])
    }

    /// The error about an argument by its name in the usage line.
    func missing(_ operand: String) -> UsageError { usageError("\(operand) is missing.") }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option; of one that is given several times the last.
    subscript(_ option: String) -> String? { values[option]?.last }

    /// All values of an option that may be given several times.
    func all(_ option: String) -> [String] { values[option] ?? [] }

    /// An error that points to the help of this command.
    func usageError(_ problem: String) -> UsageError { UsageError(problem, of: command) }

    /// The UUID that an argument names.
    func id(_ text: String) throws(UsageError) -> ObjectID {
        guard let id = ObjectID(text) else { throw usageError("'\(text.printable)' is not a UUID.") }
        return id
    }

    /// Checks that at most one of several options is given.
    func checkOnlyOne(of options: [String]) throws(UsageError) {
        let found = options.filter { has($0) || self[$0] != nil }
        guard found.count <= 1 else {
            throw usageError("\(found[0]) and \(found[1]) exclude each other.")
        }
    }
}
