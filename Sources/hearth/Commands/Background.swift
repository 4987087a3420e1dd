import Foundation
import HearthClient
import HearthModel
import HearthWire

/// `hearth background`.
enum Background: ClientCommand {
    static let isForOwnerOnly = true
    static let name = "background"
    static let summary = "list and control the apps registered for background delivery"
    static let flags = ["--json"]
    static let values = ["--socket"]
    static let operands = 0...3
    static let operandNames = ["ACTION", "APP", "TYPE"]
    static let actionOptions = ["list": ["--json"], "resume": ["--json"], "run": ["--json"], "remove": []]

    static let help = """
        Lists the apps that are registered for background delivery, or controls one of them.

        usage: hearth background [list] [--json] [--socket PATH]
               hearth background resume APP [TYPE] [--json] [--socket PATH]
               hearth background remove APP [TYPE] [--socket PATH]
               hearth background run APP [--json] [--socket PATH]

          list           every app with its types and the state of their delivery; the default
          resume         resume delivery to an app that was suspended after failures
          remove         remove the app's registrations; without TYPE, its cursors too
          run            start the app now, whether or not a delivery is due
          APP            the app's bundle identifier; with remove, 'PREFIX*' is every app with that prefix
          TYPE           only this type; see 'hearth types'

        options:
          --json         what is listed, as one JSON object on each line
          --socket PATH  the server's socket; default: as for 'hearth serve'

        An app that does not acknowledge three deliveries in a row is suspended. It stays suspended until it
        registers again or acknowledges, or until 'hearth background resume'. No change is lost in between.

        The exit code of 'run' is 1 when no launch manifest says how to start the app, or a wrong one does, or when its
        program does not exist.
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        let words = given.operands
        guard let word = words.first, word != "list" else {
            guard words.count <= 1 else { throw given.usageError("Too many arguments.") }
            return try await list(given, connection)
        }
        let actions: [String: BackgroundControl.Action] = ["resume": .resume, "remove": .remove, "run": .run]
        guard let action = actions[word] else {
            let question = Suggestions(for: word, among: ["list"] + actions.keys.sorted()).question
            throw given.usageError("'hearth background' has no action '\(word.printable)'.\(question)")
        }
        guard words.count >= 2 else { throw given.missing("APP") }
        guard words.count == 2 || action != .run else { throw given.usageError("Too many arguments.") }
        let type = try words.dropFirst(2).first.map { name throws(InputError) in try TypeName.type(name) }
        var apps: [BackgroundAppStatus] = []
        for name in try await names(words[1], action, connection) {
            do {
                apps.append(try await connection.control(BackgroundControl(action, app: name, type: type)))
            } catch let error as HearthError where error.code == .objectNotFound {
                throw try await unknown(name, type, connection)
            }
        }
        if action == .run { return try await showStarted(words[1], given, connection) }
        guard action == .remove else { return try show(apps, ManifestFaults(of: apps, Terminal.environment), given) }
        for app in apps {
            try reportRemoval(of: app, type)
        }
    }

    /// The app with this name, or, when the name ends with a star, the apps with that prefix.
    private static func names(
        _ word: String,
        _ action: BackgroundControl.Action,
        _ connection: Connection
    ) async throws -> [String] {
        guard action == .remove, word.hasSuffix("*") else { return [word] }
        let prefix = Array(word.utf8.dropLast())
        let names = try await connection.status().backgroundApps.map(\.bundleIdentifier)
        let found = names.filter { $0.utf8.starts(with: prefix) }
        guard !found.isEmpty else {
            throw CommandError("No app that is registered for background delivery matches '\(word.printable)'.")
        }
        return found
    }

    private static func unknown(
        _ app: String,
        _ type: ObjectType?,
        _ connection: Connection
    ) async throws -> CommandError {
        let names = try await connection.status().backgroundApps.map(\.bundleIdentifier)
        let place = type.map { " for \($0.shortName)" } ?? ""
        // Nothing is suggested for an app that exists: the registrations of another app would be removed.
        let others = names.contains(app) ? [] : try await connection.sources().map(\.bundleIdentifier)
        let isKnown = names.contains(app) || others.contains(app)
        let question = isKnown ? "" : Suggestions(forApp: app, among: names).question
        return CommandError(
            "The app '\(app.printable)' is not registered for background delivery\(place).\(question) 'hearth background' lists"
                + " the registered apps and types."
        )
    }

    /// How often the state is asked for, and the pause between. The server starts the process after it has replied.
    private static let statesMax = 20
    private static let pause = Duration.milliseconds(50)

    private static func showStarted(_ name: String, _ given: GivenOptions, _ connection: Connection) async throws {
        var app: BackgroundAppStatus?
        for index in 0..<statesMax {
            if index > 0 {
                try await Task.sleep(for: pause)
            }
            app = try await connection.status().backgroundApps.first { $0.bundleIdentifier == name }
            guard let app, app.process == 0, !app.launch.isEmpty else { break }
        }
        guard let app else { return }
        let faults = ManifestFaults(of: [app], Terminal.environment)
        try show([app], faults, given)
        guard app.process == 0 else { return }
        let shown = ShownApp(AppID(name))
        let again = "'hearth background run \(name.shellWord)'"
        guard app.launch.isEmpty else {
            if let fault = ManifestFaults.programFault(of: app) {
                throw CommandError("\(shown) is not running. \(fault.printable)")
            }
            return Terminal.printError(
                "\(shown) is not running: it has ended already, or it could not be started. The server's log says why."
                    + " \(ServerLog.place)"
            )
        }
        throw CommandError(
            faults[app].map {
                "\(shown) is not running. \($0) Once it is right, \(again) starts the app, \(ManifestFaults.condition)."
            } ?? "\(shown) is not running: no launch manifest says how to start it. Once one does, \(again) starts it."
        )
    }

    private static func reportRemoval(of app: BackgroundAppStatus, _ type: ObjectType?) throws {
        let name = ShownApp(AppID(app.bundleIdentifier))
        guard let type else { return try Output.print("\(name) was removed and no longer receives changes.") }
        let left = app.types.isEmpty ? "" : " It still receives \(app.types.count.counted("other type"))."
        try Output.print("\(name) no longer receives changes of \(type.shortName).\(left)")
    }

    private static func list(_ given: GivenOptions, _ connection: Connection) async throws {
        let apps = try await connection.status().backgroundApps
        if apps.isEmpty, !given.has("--json") {
            Terminal.printError("No app is registered for background delivery.")
        }
        try show(apps, ManifestFaults(of: apps, Terminal.environment), given)
    }

    private static func show(_ apps: [BackgroundAppStatus], _ faults: ManifestFaults, _ given: GivenOptions) throws {
        var output = Output()
        let now = Timestamp(nearestValid: Date())
        for app in apps {
            let text = DeliveryText(app: app, now: now, manifestFault: faults[app])
            for line in given.has("--json") ? [text.json] : text.lines {
                try output.print(line)
            }
        }
        try output.flush()
    }
}
