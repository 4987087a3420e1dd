import HearthClient
import HearthModel

/// The apps that saved samples, by which names on the command line are checked.
struct KnownApps: Sendable {
    private let names: [String: String]

    init(on connection: Connection) async throws {
        let sources = try await connection.sources()
        names = Dictionary(sources.map { ($0.bundleIdentifier, $0.name) }) { first, _ in first }
    }

    /// A sentence about each name that is not one of the apps.
    func complaints(about apps: [String]) -> [String] {
        apps.filter { names[$0] == nil }.map { app in
            // People know an app by its name.
            let named = names.filter { $0.value.lowercased() == app.lowercased() }.keys.sorted()
            let synonyms = named.isEmpty ? [:] : [app.lowercased().filter { $0.isLetter || $0.isNumber }: named]
            let question = Suggestions(for: app, among: names.keys.sorted(), synonyms: synonyms).question
            return "No app '\(app.printable)' has saved samples.\(question.printable) 'hearth sources' lists the apps."
        }
    }
}
