/// A subcommand of `hearth`.
protocol Command: Sendable {
    static var name: String { get }
    /// A line for the list of commands.
    static var summary: String { get }
    static var help: String { get }
    /// Options that stand alone, and those that are followed by a value.
    static var flags: [String] { get }
    static var values: [String] { get }
    /// The number of arguments without a name.
    static var operands: ClosedRange<Int> { get }

    static func run(_ given: GivenOptions) throws
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

/// A text cannot be read as the date, type, unit or value that it should be. Exit code 2 when it stands on the command
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

    init(_ arguments: ArraySlice<String>, of command: any Command.Type) throws(UsageError) {
        self.command = command.name
        var left = arguments.makeIterator()
        while let argument = left.next() {
            if argument == "--help" || argument == "-h" {
                flags.insert("--help")
            } else if command.flags.contains(argument) {
                flags.insert(argument)
            } else if command.values.contains(argument) {
                guard let value = left.next(), !value.isEmpty else {
                    throw UsageError("\(argument) needs a value.", of: command.name)
                }
                values[argument, default: []].append(value)
            } else if argument.hasPrefix("-"), argument != "-", Double(argument) == nil {
                throw UsageError("'hearth \(command.name)' has no option '\(argument)'.", of: command.name)
            } else {
                operands.append(argument)
            }
        }
        try checkOperands(command.operands)
    }

    /// A surplus argument is not repeated: it may be a health value.
    private func checkOperands(_ allowed: ClosedRange<Int>) throws(UsageError) {
        guard !flags.contains("--help"), !allowed.contains(operands.count) else { return }
        let problem = operands.count < allowed.lowerBound ? "An argument is missing." : "Too many arguments."
        throw UsageError(problem, of: command)
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option; of one that is given several times the last.
    subscript(_ option: String) -> String? { values[option]?.last }

    /// All values of an option that may be given several times.
    func all(_ option: String) -> [String] { values[option] ?? [] }

    /// An error that points to the help of this command.
    func usageError(_ problem: String) -> UsageError { UsageError(problem, of: command) }

    /// Checks that at most one of several options is given.
    func checkOnlyOne(of options: [String]) throws(UsageError) {
        let found = options.filter { has($0) || self[$0] != nil }
        guard found.count <= 1 else {
            throw usageError("\(found[0]) and \(found[1]) exclude each other.")
        }
    }
}
