import Foundation
import HearthClient
import HearthModel

/// The apps that saved samples, by which names on the command line are checked.
struct KnownApps: Sendable {
    private let names: [String: String]

    init(on connection: Connection) async throws {
        let sources = try await connection.sources()
        names = Dictionary(sources.map { ($0.bundleIdentifier, $0.name) }) { first, _ in first }
    }

    /// The name of an app as it is stored, if one app has a name that looks the same: that of an Apple Watch has a space that
    /// does not break a line.
    func spelling(of app: String) -> String {
        guard names[app] == nil else { return app }
        let alike = names.keys.filter { $0.lookalike == app.lookalike }
        return alike.count == 1 ? alike[0] : app
    }

    /// A sentence about each name that is not one of the apps.
    func complaints(about apps: [String]) -> [String] {
        apps.filter { names[$0] == nil }.map { app in
            let question = Suggestions(forApp: app, among: names.keys.sorted(), names: names).question
            let alike = names.keys.filter { $0.lookalike == app.lookalike }.sorted()
            guard alike.isEmpty else {
                let spellings = alike.map { "'\($0.withSpacesEscaped)'" }.joined(separator: ", ")
                return "No app '\(app.withSpacesEscaped)' has saved samples. Names that look like it: \(spellings)."
            }
            return "No app '\(app.printable)' has saved samples.\(question) 'hearth sources' lists the apps."
        }
    }
}

extension String {
    /// The same text with the common one of characters that look the same.
    fileprivate var lookalike: String {
        String(
            precomposedStringWithCompatibilityMapping.map { character in
                if character.isWhitespace { return " " }
                return ["‘", "’"].contains(character) ? "'" : character
            }
        )
    }

    /// The text with the numbers of spaces other than the common one, so that they are seen.
    fileprivate var withSpacesEscaped: String {
        unicodeScalars.map { scalar in
            scalar.properties.isWhitespace && scalar != " "
                ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar).printable
        }
        .joined()
    }
}
