import HearthClient
import HearthModel

/// `hearth allow`.
enum Allow: DecisionCommand {
    static let name = "allow"
    static let summary = "allow an app to read and save types"
    static let flags = ["--read", "--save", "--asked", "--json"]
    static let values = ["--since", "--socket"]
    static let permission = Permission.allowed

    static let help = """
        Allows an app to read what other apps have saved, and to save.

        usage: hearth allow APP TYPE... [--read] [--save] [--since DATE] [--asked] [--json] [--socket PATH]
               hearth allow APP --asked [--read] [--save] [--since DATE] [--json] [--socket PATH]

          APP            the app's identifier
          TYPE           a type, see 'hearth types'; 'all' is every type. Blood pressures and meals are decided by their
                         members, such as bloodPressureSystolic.

        options:
          --read         only to read
          --save         only to save; --share means the same
          --since DATE   the app reads only samples that end at this time or later; 30d is the beginning of the day 30
                         days ago. Not for characteristics, such as dateOfBirth, which have no time
          --asked        only what the app asks for, without TYPE all of it; earlier decisions stay
        \(decisionOptionsHelp)

        'all' replaces what is decided about single types. So everything except sleep is first 'hearth allow APP
        all', and then 'hearth deny APP sleepAnalysis'.

        An app can always read its own samples. An app that is denied to read does not learn this: it finds no samples
        of other apps.
        """
}

/// `hearth deny`.
enum Deny: DecisionCommand {
    static let name = "deny"
    static let summary = "deny an app to read and save types"
    static let flags = ["--read", "--save", "--asked", "--json"]
    static let values = ["--socket"]
    static let permission = Permission.denied

    static let help = """
        Denies an app to read what other apps have saved, and to save.

        usage: hearth deny APP TYPE... [--read] [--save] [--asked] [--json] [--socket PATH]
               hearth deny APP --asked [--read] [--save] [--json] [--socket PATH]

          APP            the app's identifier
          TYPE           a type, see 'hearth types'; 'all' is every type

        options:
          --read         only to read
          --save         only to save; --share means the same
          --asked        only what the app asks for, without TYPE all of it; earlier decisions stay
        \(decisionOptionsHelp)

        'all' replaces what is decided about single types. So nothing except sleep is first 'hearth deny APP
        all', and then 'hearth allow APP sleepAnalysis'.

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
        is not allowed to an app with such a socket. So an app that need not ask may do more afterwards: with 'deny APP
        all', 'allow APP heartRate' and 'revoke APP heartRate' it still reads heart rates, as nothing denies them.
        'hearth deny APP heartRate' does.
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
    static var operands: ClosedRange<Int> { .atLeast(0) }
    static var operandNames: [String] { ["APP", "TYPE"] }
    static var optionHints: [String: String] {
        [
            "--write": "'--save' is about saving.",
            "--app": "The app comes first, without an option: 'hearth \(name) APP TYPE'.",
            "--since": "'hearth allow APP TYPE --read --since DATE' lets an app read only what is newer.",
            "--until": "Only what is older can be hidden, with 'hearth allow APP TYPE --read --since DATE'.",
        ]
    }

    static var decisionOptionsHelp: String {
        """
          --json         the decisions about the app, as one JSON object on each line
          --socket PATH  the server's socket; default: as for 'hearth serve'
        """
    }

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try checkOperands(given)
        let app = AppID(given.operands[0])
        let both = given.has("--read") == given.has("--save")
        let (share, read) = (both || given.has("--save"), both || given.has("--read"))
        let since = try given["--since"].map { text in try moment(text) }
        guard since == nil || read else { throw given.usageError("--since is about reading.") }
        let names = given.operands.dropFirst()
        let types = names.isEmpty ? ObjectType.decided : try types(Array(names))
        if since != nil, !given.has("--asked"), !types.contains(where: \.hasTime) {
            throw given.usageError(
                "\(types[0].shortName) has no time, so --since limits nothing: leave it out, or deny to read the type."
            )
        }
        let grants = types.map { type in
            Grant(
                type,
                share: share ? permission : nil,
                read: read ? permission : nil,
                since: type.hasTime ? since : nil
            )
        }
        let before = try await connection.control(.counts())
        let known = try await AppNames(before, connection)
        try known.checkIsNotType(app)
        if app.description.contains("*"), let hint = known.hint(about: app) {
            throw CommandError("An app is named by its whole identifier, without '*'. \(hint)")
        }
        if permission != .undetermined {
            try known.checkIsIdentifier(app)
        }
        let list =
            given.has("--asked")
            ? try await answer(app, grants, before, known, connection)
            : try await connection.control(.decide(app, grants))
        if let hint = known.hint(about: app) {
            Terminal.printError(hint + (permission == .undetermined ? "" : stored(about: app)))
        }
        if permission != .undetermined, let hint = unlimited(app, list) {
            Terminal.printError(hint)
        }
        if let replaced = ReplacedDecisions(of: app, types, permission, before, list) {
            Terminal.printError(replaced.sentence)
        }
        let isUnlimited = list.grants(of: app).contains { grant in
            !grant.type.hasTime && grant.read == .allowed && types.contains(grant.type)
        }
        if since != nil, isUnlimited {
            Terminal.printError(
                "--since limits samples. Characteristics, such as the date of birth, have no time: the app reads all of those"
                    + " that it may read."
            )
        }
        let widened = WidenedAccess(of: app, types, share: share, read: read, before, list)
        if permission == .undetermined, let widened {
            Terminal.printError(widened.sentence)
        }
        var output = Output()
        if !given.has("--json"), !list.decisions.contains(where: { $0.app == app }) {
            try output.print("Nothing is decided about \(ShownApp(app)): \(list.undecided(app)).")
        }
        try AccessText.print(list, of: app, asJSON: given.has("--json"), to: &output)
        try output.flush()
    }

    /// Decides only what an app asks for. Returns the list that follows.
    private static func answer(
        _ app: AppID,
        _ grants: [Grant],
        _ list: AccessList,
        _ names: AppNames,
        _ connection: Connection
    ) async throws -> AccessList {
        let request = list.requests.first { $0.app == app }
        let asked = grants.compactMap { request?.asked(of: $0) }
        let shown = names.text(of: app)
        guard let request else { throw CommandError("\(shown) does not ask for anything.") }
        guard !asked.isEmpty else {
            throw CommandError("\(shown) does not ask for this. It asks \(AccessRequestText(request).wish).")
        }
        let after: AccessList
        do {
            after = try await connection.control(.answer(app, asked, isVerified: request.isVerified))
        } catch let error as HearthError where error.code == .objectNotFound {
            // When the reply was lost, the answer is sent again, and then the app does not ask any more.
            after = try await connection.control(.list)
        }
        guard after.holds(asked, of: app) else {
            let outcome = after.outcome(of: request).map { " What holds now is not all as you decided: \($0)." } ?? ""
            throw CommandError("\(names.text(of: app)) does not ask for all of this any more.\(outcome)")
        }
        return after
    }

    /// A sentence about an app that is the owner's own, or does not connect; nil: a decision about the app limits it.
    private static func unlimited(_ app: AppID, _ list: AccessList) -> String? {
        if [.ownTool, .importer].contains(app) {
            return "\(app) is your own hearth, which this does not limit. It limits other programs that use this name."
        }
        guard app.isImportedSource, !list.hasSocket(app) else { return nil }
        return "\(ShownApp(app)) is a source of imported samples, as which apps do not connect. This limits only"
            + " programs that use its name. The apps that read its samples are limited by decisions about themselves, which"
            + " 'hearth access' lists."
    }

    /// What to do with a decision about an app that may be written wrongly.
    private static func stored(about app: AppID) -> String {
        let revoke = "hearth revoke \(app.description.shellWord) all".asCommand
        return " The decision is stored, and holds when an app uses this name: \(revoke) takes it back."
    }

    /// Refuses what lacks the app or the types, and a type where the app is expected.
    private static func checkOperands(_ given: GivenOptions) throws {
        guard let first = given.operands.first else { throw given.missing(operandNames[0]) }
        guard !first.isEmpty else { throw given.usageError("APP is empty.") }
        let isType = first == "all" || (try? TypeName.decidedType(first)) != nil
        guard let second = given.operands.dropFirst().first else {
            if isType {
                throw given.usageError(
                    "APP is missing: '\(first.printable)' is a type, as in 'hearth \(name) APP \(first.printable)'."
                )
            }
            guard given.has("--asked") else { throw given.missing(operandNames[1]) }
            return
        }
        guard isType, second.contains("."), (try? TypeName.decidedType(second)) == nil else { return }
        let right = "hearth \(name) \(second.shellWord) \(first)".asCommand
        throw given.usageError("'\(first.printable)' is a type, and the app comes first: \(right).")
    }

    /// A whole second, as people write it.
    private static func moment(_ text: String) throws -> Timestamp {
        let dates = DateReader.current
        let moment = try dates.limitStart(text)
        guard moment <= dates.now else {
            throw InputError(
                "\(DateText(zone: dates.zone).local(moment)) is in the future: the app would read nothing until then."
            )
        }
        return moment.wholeSecond
    }

    private static func types(_ names: [String]) throws -> [ObjectType] {
        guard names.map({ $0.lowercased() }) != ["all"] else {
            return ObjectType.decided
        }
        if names.contains(where: { $0.lowercased() == "all" }) {
            throw InputError("'all' is every type, and stands alone: leave it or the other types out.")
        }
        return try names.map { name throws(InputError) in
            let type = try TypeName.decidedType(name)
            guard type.kind != .correlation else {
                throw InputError("\(type.shortName) has members, and their types decide: name \(type.memberNames).")
            }
            return type
        }
    }
}
