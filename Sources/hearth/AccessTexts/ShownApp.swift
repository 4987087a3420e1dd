import HearthModel

/// An app as it is shown to people: `org.example.diary “Diary”`. The identifier alone says which app it is, and comes first.
/// The name is what an app says of itself, in quotation marks that it cannot close.
struct ShownApp: CustomStringConvertible {
    private let identifier: String
    private let name: String

    /// The most characters that are shown of an identifier or a name.
    private static let most = 64
    static let notVerified = "Not verified: any program of yours could use this name."

    init(_ app: AppID, name: String) {
        identifier = app.description
        self.name = AppID(name) == app ? "" : name
    }

    var description: String {
        let quoted = name.unquoted(atMost: ShownApp.most)
        return quoted.isEmpty ? shownIdentifier : "\(shownIdentifier) “\(quoted)”"
    }

    /// One that does not have the usual form is in quotation marks as well, so that it does not look like another app with its
    /// name.
    private var shownIdentifier: String {
        let shown = identifier.unquoted(atMost: ShownApp.most)
        return shown == identifier && identifier.unicodeScalars.allSatisfy(ShownApp.isPlain) ? shown : "“\(shown)”"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_", ":": true
        default: false
        }
    }
}

extension String {
    /// A text of an app on one line: control characters as escapes, and one space for several of any width.
    var onOneLine: String {
        var text = ""
        for scalar in printable.unicodeScalars {
            guard scalar.properties.isWhitespace else {
                text.unicodeScalars.append(scalar)
                continue
            }
            if !text.isEmpty, !text.hasSuffix(" ") {
                text += " "
            }
        }
        return text.hasSuffix(" ") ? String(text.dropLast()) : text
    }

    /// The beginning of a text of an app, for a place in quotation marks: it is neither markup to a desktop, nor an escape to
    /// `notify-send`, nor does it look like what Hearth says itself.
    func unquoted(atMost most: Int) -> String {
        let plain = onOneLine.unicodeScalars.filter { !"<>&\\\"'`“”„‟‘’‚‛«»‹›".unicodeScalars.contains($0) }
        let text = String(String.UnicodeScalarView(plain)).onOneLine
        guard text.unicodeScalars.count > most else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(most - 1))) + "…"
    }
}
