/// One of the things that `hearth` can do.
protocol Command: Sendable {
    static var name: String { get }
    /// A line for the list of commands.
    static var summary: String { get }
    static var help: String { get }
    /// Options that stand alone, and those that are followed by a value.
    static var flags: [String] { get }
    static var values: [String] { get }
    /// How many arguments come without a name.
    static var operands: Int { get }

    static func run(_ given: GivenOptions) throws
}

/// What the command line says is not what the command takes.
struct UsageError: Error {
    let problem: String
    let command: String?

    init(_ problem: String, of command: String? = nil) {
        self.problem = problem
        self.command = command
    }
}

/// The options of one call.
struct GivenOptions {
    private var flags: Set<String> = []
    private var values: [String: String] = [:]
    private(set) var operands: [String] = []

    init(_ arguments: ArraySlice<String>, of command: any Command.Type) throws(UsageError) {
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
                values[argument] = value
            } else if argument.hasPrefix("-"), argument != "-" {
                throw UsageError("'hearth \(command.name)' has no option '\(argument)'.", of: command.name)
            } else {
                operands.append(argument)
            }
        }
        guard flags.contains("--help") || operands.count == command.operands else {
            throw UsageError(
                operands.count < command.operands ? "Something is missing." : "'\(operands.last ?? "")' is too much.",
                of: command.name
            )
        }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    subscript(_ option: String) -> String? { values[option] }
}
