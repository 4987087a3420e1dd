import HearthClient
import HearthModel

/// `hearth allow`.
enum Allow: DecisionCommand {
    static let name = "allow"
    static let summary = "allow an app to read and save types"
    static let flags = ["--read", "--save", "--json"]
    static let values = ["--since", "--socket"]
    static let permission = Permission.allowed

    static let help = """
        Allows an app to read what other apps have saved, and to save.

        usage: hearth allow APP TYPE... [--read] [--save] [--since DATE] [--json] [--socket PATH]

          APP            the app's identifier
          TYPE           a type, see 'hearth types'; 'all' is every type. Blood pressures and meals are decided by their
                         members, such as bloodPressureSystolic.

        options:
          --read         only to read
          --save         only to save; --share means the same
          --since DATE   the app reads only samples that end at this time or later
        \(decisionOptionsHelp)

        An app can always read its own samples. An app that is denied to read does not learn this: it finds no samples
        of other apps.
        """
}

/// `hearth deny`.
enum Deny: DecisionCommand {
    static let name = "deny"
    static let summary = "deny an app to read and save types"
    static let flags = ["--read", "--save", "--json"]
    static let values = ["--socket"]
    static let permission = Permission.denied

    static let help = """
        Denies an app to read what other apps have saved, and to save.

        usage: hearth deny APP TYPE... [--read] [--save] [--json] [--socket PATH]

          APP            the app's identifier
          TYPE           a type, see 'hearth types'; 'all' is every type

        options:
          --read         only to read
          --save         only to save; --share means the same
        \(decisionOptionsHelp)

        The app does not learn that it may not read: it finds no samples of other apps. A save is refused.
        """
}

/// `hearth revoke`.
enum Revoke: DecisionCommand {
    static let name = "revoke"
    static let summary = "take back what was allowed or denied"
    static let flags = ["--read", "--save", "--json"]
    static let values = ["--socket"]
    static let permission = Permission.undetermined

    static let help = """
        Takes back what was allowed or denied to an app.

        usage: hearth revoke APP TYPE... [--read] [--save] [--json] [--socket PATH]

          APP            the app's identifier
          TYPE           a type, see 'hearth types'; 'all' is every type

        options:
          --read         only for reading
          --save         only for saving; --share means the same
        \(decisionOptionsHelp)

        What is not decided is allowed to an app without a socket of its own, unless 'hearth access --ask' was used. It
        is not allowed to an app with such a socket.
        """
}

/// A command by which the owner decides what an app may do.
protocol DecisionCommand: ClientCommand {
    static var permission: Permission { get }
}

extension DecisionCommand {
    static var isForOwnerOnly: Bool { true }
    /// HealthKit's word for saving.
    static var aliases: [String: String] { ["--share": "--save"] }
    static var operands: ClosedRange<Int> { .atLeast(2) }
    static var operandNames: [String] { ["APP", "TYPE"] }

    static var decisionOptionsHelp: String {
        """
          --json         the decisions about the app, as one JSON object on each line
          --socket PATH  the server's socket; default: as for 'hearth serve'
        """
    }

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try checkOrder(given)
        let app = AppID(given.operands[0])
        let both = given.has("--read") == given.has("--save")
        let (share, read) = (both || given.has("--save"), both || given.has("--read"))
        let since = try given["--since"].map { text in try moment(text) }
        guard since == nil || read else { throw given.usageError("--since is about reading.") }
        let types = try types(Array(given.operands.dropFirst()))
        let grants = types.map { type in
            Grant(type, share: share ? permission : nil, read: read ? permission : nil, since: since)
        }
        let known = try await AppNames(connection.control(.counts()), connection)
        try known.checkIsNotType(app)
        if app.description.contains("*"), let hint = known.hint(about: app) {
            throw CommandError("An app is named by its whole identifier, without '*'. \(hint)")
        }
        let list = try await connection.control(.decide(app, grants))
        if let hint = known.hint(about: app), permission != .undetermined || !known.knows(app) {
            Terminal.printError(hint + (permission == .undetermined ? "" : stored(about: app)))
        }
        if app == .ownTool, permission != .undetermined {
            Terminal.printError(
                "\(app) is your own hearth, which this does not limit. It limits other programs that use this name."
            )
        }
        var output = Output()
        if !given.has("--json"), !list.decisions.contains(where: { $0.app == app }) {
            try output.print("Nothing is decided about \(app.description.printable): \(list.undecided(app)).")
        }
        try AccessText.print(list, of: app, asJSON: given.has("--json"), to: &output)
        try output.flush()
    }

    /// What to do with a decision about an app that may be written wrongly.
    private static func stored(about app: AppID) -> String {
        let word = app.description.shellWord
        let revoke = word.hasPrefix("-") ? "hearth revoke -- \(word) all" : "hearth revoke \(word) all"
        return " The decision is stored, and holds when an app uses this name: '\(revoke)' takes it back."
    }

    /// Refuses a type where the app is expected.
    private static func checkOrder(_ given: GivenOptions) throws {
        let (first, second) = (given.operands[0], given.operands[1])
        let isType = first == "all" || (try? TypeName.decidedType(first)) != nil
        guard isType, second.contains("."), (try? TypeName.decidedType(second)) == nil else { return }
        throw given.usageError(
            "'\(first.printable)' is a type, and the app comes first: 'hearth \(name) \(second.shellWord) \(first)'."
        )
    }

    /// A whole second, as people write it.
    private static func moment(_ text: String) throws -> Timestamp {
        let dates = DateReader.current
        let moment = try dates.moment(text)
        guard moment <= dates.now else {
            throw InputError("\(DateText.utc(moment)) is in the future: the app would read nothing until then.")
        }
        return moment.wholeSecond
    }

    private static func types(_ names: [String]) throws -> [ObjectType] {
        guard names != ["all"] else {
            return ObjectType.decided
        }
        if names.contains("all") {
            throw InputError("'all' is every type, and stands alone: leave it or the other types out.")
        }
        return try names.map { name throws(InputError) in
            let type = try TypeName.decidedType(name)
            guard type.kind != .correlation else {
                throw InputError(
                    "\(type.shortName) has members, and their types decide: name \(members(of: type))."
                )
            }
            return type
        }
    }

    private static func members(of type: ObjectType) -> String {
        guard type.shortName != "food" else { return "those, such as dietaryEnergyConsumed or dietaryWater" }
        let members = ObjectType.decided.map(\.shortName).filter { $0.hasPrefix(type.shortName) }
        return members.joined(separator: " and ")
    }
}
