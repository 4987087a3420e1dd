import HearthClient
import HearthModel

/// The names that apps have for people, as far as they are known.
struct AppNames {
    private var names: [AppID: AppName]
    /// The apps that have connected, asked or saved, or have a socket, or about which something is decided.
    private var apps: Set<AppID>

    /// From the owner's list, from what apps said when they asked, from what they have saved, and from their registrations
    /// for background delivery.
    init(_ list: AccessList, _ connection: Connection) async throws {
        let registered = try await connection.status().backgroundApps.map { AppID($0.bundleIdentifier) }
        self.init(list, try await connection.sources(), registered: registered)
    }

    init(_ list: AccessList, _ sources: [Source], registered: [AppID] = []) {
        apps = Set(
            sources.map { AppID($0.bundleIdentifier) } + list.requests.map(\.app) + list.apps.map(\.app)
                + list.counts.map(\.app) + list.decisions.map(\.app) + registered + [.ownTool, .dashboard]
        )
        let saved = sources.map { source -> (AppID, AppName) in
            let app = AppID(source.bundleIdentifier)
            return (app, app == .ownTool ? .claimed(source.name) : .saved(source.name))
        }
        names = Dictionary(saved) { first, _ in first }
        for request in list.requests where !request.name.isEmpty {
            names[request.app] = .claimed(request.name)
        }
        for (app, name) in list.givenNames {
            names[app] = name
        }
    }

    /// Nil if it has no other name than its identifier.
    subscript(app: AppID) -> AppName? {
        names[app].flatMap { $0.text.isEmpty || AppID($0.text) == app ? nil : $0 }
    }

    /// Throws if an identifier is the name of a type, or `all`, and no app has it: the type was written in place of the app.
    func checkIsNotType(_ app: AppID) throws(InputError) {
        let text = app.description
        let isType = ObjectType.all.contains { $0.shortName == text || $0.identifier == text }
        guard isType || text == "all", !knows(app) else { return }
        let meaning = text == "all" ? "means all types" : "is the name of a type"
        throw InputError("'\(text)' \(meaning), and no app has this identifier: name the app first.")
    }

    /// Throws if nothing is known of an app, and its identifier has what none has that is written rightly. One that an app
    /// uses is decided about, whatever it has.
    func checkIsIdentifier(_ app: AppID) throws(InputError) {
        guard let hint = hint(about: app) else { return }
        let text = app.description
        if text.contains(",") {
            throw InputError("An app's identifier has no comma: repeat the command for each app. \(hint)")
        }
        if text.contains(where: \.isWhitespace) {
            throw InputError("An app's identifier has no spaces. \(hint)")
        }
        if text.hasPrefix("-") {
            throw InputError("An app's identifier does not begin with '-'. \(hint)")
        }
    }

    func knows(_ app: AppID) -> Bool { apps.contains(app) }

    /// A sentence about an identifier that may be written wrongly; nil: something is known of the app.
    func hint(about app: AppID) -> String? {
        guard !apps.contains(app) else { return nil }
        // Two apps may have identifiers that are one text, in two spellings of a character.
        let names = Dictionary(names.map { ($0.key.description, $0.value.text) }) { min($0, $1) }
        let known = apps.map(\.description).filter { !$0.isEmpty }.sorted()
        let question = Suggestions(forApp: app.description, among: known, names: names).question
        return "The app '\(app.description.printable)' has not done anything here yet.\(question)"
    }

    /// The app for people: `org.example.diary “Diary”`, or `org.example.diary (saved as “Diary”)`.
    func text(of app: AppID) -> String {
        guard !app.description.isEmpty else { return "other apps" }
        return ShownApp(app, name: self[app]).description
    }
}
