import Foundation
import HearthModel

/// What may follow the words of a command line that is being typed.
struct Completion: Sendable {
    /// A word that is allowed there, and what it means.
    struct Candidate: Hashable, Sendable {
        let word: String
        let meaning: String
    }

    private(set) var candidates: [Candidate] = []
    /// Whether the name of a file is allowed there.
    private(set) var takesFiles = false

    private let commands: [any Command.Type]
    private let store: any CompletionStore

    /// `words` are those behind `hearth`, up to the one with the cursor, which may be empty.
    init(_ words: [String], among commands: [any Command.Type], store: any CompletionStore) {
        self.commands = commands
        self.store = store
        let current = words.last ?? ""
        guard words.count > 1 else {
            add(names: current)
            add([("help", "describe a command"), ("--help", ""), ("--version", "")], beginningWith: current)
            return
        }
        if words[0] == "help", words.count == 2 {
            add(names: current)
        } else if let command = commands.first(where: { $0.name == words[0] }) {
            complete(current, TypedCommand(command, Array(words[1..<(words.count - 1)])))
        }
    }

    private mutating func complete(_ current: String, _ typed: TypedCommand) {
        if let option = typed.openOption {
            return add(valuesFor: typed.valueName(of: option), typed, beginningWith: current, after: "")
        }
        guard current.hasPrefix("-"), !typed.endsOptions else {
            add(typed.nextActions.map { ($0.name, $0.description) }, beginningWith: current)
            return add(valuesFor: typed.nextOperand, typed, beginningWith: current, after: "")
        }
        if let equals = current.firstIndex(of: "=") {
            let value = current[current.index(after: equals)...]
            let name = typed.valueName(of: String(current[..<equals]))
            return add(valuesFor: name, typed, beginningWith: String(value), after: String(current[...equals]))
        }
        add(typed.optionsLeft.map { (String($0.key), $0.description) }, beginningWith: current)
    }

    private mutating func add(names prefix: String) {
        add(commands.map { ($0.name, $0.summary) }, beginningWith: prefix)
    }

    private mutating func add(_ words: [(String, String)], beginningWith prefix: String, after start: String = "") {
        let lowercased = prefix.lowercased()
        for (word, meaning) in words where word.lowercased().hasPrefix(lowercased) {
            guard !candidates.contains(where: { $0.word == start + word }) else { continue }
            candidates.append(Candidate(word: start + word, meaning: Completion.beginning(of: meaning)))
        }
    }

    /// The first part of a description, as a shell shows one line for each candidate.
    private static func beginning(of text: String) -> String {
        let end = ["; ", ". ", ": "].compactMap { text.firstRange(of: $0)?.lowerBound }.min()
        return String(text[..<(end ?? text.endIndex)])
    }

    /// Adds the possible values of a placeholder in the help, such as TYPE or FILE.
    private mutating func add(
        valuesFor placeholder: String?,
        _ typed: TypedCommand,
        beginningWith prefix: String,
        after start: String
    ) {
        switch placeholder {
        case "FILE", "PATH", "FOLDER", "FILE|URL": takesFiles = true
        case "TYPE", "TEXT": add(Completion.types, beginningWith: prefix, after: start)
        case "UNIT": add(typed.units.map { ($0, "") }, beginningWith: prefix, after: start)
        case "VALUE": add(typed.valueNames.map { ($0, "") }, beginningWith: prefix, after: start)
        case "CONDITION":
            let names = ConditionReader.fields.map { ($0, "") } + Completion.metadataKeys
            add(names, beginningWith: prefix, after: start)
        case "COMMAND": add(names: prefix)
        case "DATE": add(Completion.dates, beginningWith: prefix, after: start)
        case "ID": add(store.sources(typed.socket), beginningWith: prefix, after: start)
        case "APP":
            let apps = store.sources(typed.socket) + store.backgroundApps(typed.socket)
            add(apps.sorted { $0.0 < $1.0 }, beginningWith: prefix, after: start)
        case "ZONE":
            add(TimeZone.knownTimeZoneIdentifiers.map { ($0, "") }, beginningWith: prefix, after: start)
        case "KEY=VALUE": add(Completion.metadataKeys, beginningWith: prefix, after: start)
        case let words? where words.contains("|"):
            add(words.split(separator: "|").map { (String($0), "") }, beginningWith: prefix, after: start)
        default: break
        }
    }

    private static var types: [(String, String)] {
        ObjectType.all.filter(\.isStored)
            .map { ($0.shortName, $0.displayUnit?.text ?? $0.kind.name) }
            .sorted { $0.0.lowercased() < $1.0.lowercased() }
    }

    private static var metadataKeys: [(String, String)] {
        MetadataKey.all.map { ("\($0.rawValue)=", MetadataReader.expectation(of: $0)) }
    }

    private static let dates = [
        ("now", ""), ("today", "since midnight"), ("yesterday", ""), ("1h", "an hour ago"), ("7d", "a week ago"),
        ("4w", "four weeks ago"), ("1y", "a year ago"),
    ]
}
