import HearthModel

/// The complete words behind the name of a command: which options are given, and what may come next.
struct TypedCommand: Sendable {
    private let command: any Command.Type
    private let terms: [HelpText.Term]
    private var options: [String: String] = [:]
    private var operands: [String] = []
    /// The option whose value comes next.
    private(set) var openOption: String?
    /// Whether `--` ended the options.
    private(set) var endsOptions = false

    init(_ command: any Command.Type, _ words: [String]) {
        self.command = command
        terms = HelpText(command.help).terms
        for word in words {
            add(word)
        }
    }

    private mutating func add(_ word: String) {
        if let option = openOption {
            // A shell may hand over `--since=today` in three words.
            guard word != "=" else { return }
            options[option] = word
            openOption = nil
        } else if word == "--", !endsOptions {
            endsOptions = true
        } else if word.hasPrefix("-"), word != "-", !endsOptions {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let option = command.aliases[parts[0]] ?? parts[0]
            options[option] = parts.count > 1 ? parts[1] : ""
            openOption = parts.count == 1 && command.values.contains(option) ? option : nil
        } else {
            operands.append(word)
        }
    }

    /// What stands for the value of an option in the help.
    func valueName(of option: String) -> String? {
        let option = command.aliases[option] ?? option
        return terms.first { $0.key == option }?.valueName.map(String.init)
    }

    /// What stands for the next argument in the help. The last argument may be repeated.
    var nextOperand: String? {
        guard operands.count < command.operands.upperBound else { return nil }
        let names = command.operandNames
        // A name in capitals that is not the action itself comes after it: `hearth sources rank TYPE`.
        let isAfterAction =
            names.first != "ACTION" && operands.first.map { word in actions.contains { $0.name == word } } == true
        let index = operands.count - (isAfterAction ? 1 : 0)
        return index < names.count ? names[index] : names.last
    }

    /// The options that may still be given.
    var optionsLeft: [HelpText.Term] {
        terms.filter { $0.isOption && (options[String($0.key)] == nil || $0.description.contains("may be repeated")) }
    }

    /// The actions of the command.
    private var actions: [HelpText.Term] { terms.filter(\.isWord) }

    /// The actions that may come next.
    var nextActions: [HelpText.Term] { operands.isEmpty ? actions : [] }

    /// The socket that the command line names.
    var socket: String? { options["--socket"] }

    private var type: ObjectType? { operands.lazy.compactMap { try? TypeName.type($0) }.first }

    var units: [String] { type.map { CommonUnits.units(of: $0).map(\.text) } ?? [] }

    /// The names of a category's values, or of activities.
    var valueNames: [String] {
        type == .workout ? WorkoutActivityType.all.map(\.name) : type.map { $0.categoryNames.map(\.name) } ?? []
    }
}
