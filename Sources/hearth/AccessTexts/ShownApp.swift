import HearthModel

/// The name of an app for people, and who says it.
enum AppName: Hashable {
    /// The owner gave it to the app with its socket.
    case given(String)
    /// The app says it of itself, or of another: any program can.
    case claimed(String)
    /// The source of its samples had it when the last ones were saved. The app said it then, or the owner had given it to the
    /// socket that the app had.
    case saved(String)

    var text: String {
        switch self {
        case .given(let text), .claimed(let text), .saved(let text): text
        }
    }

    /// Who says it, for programs.
    var author: String {
        switch self {
        case .given: "owner"
        case .claimed: "app"
        case .saved: "source"
        }
    }
}

/// An app as it is shown to people. The identifier alone says which app it is, and comes first. The name is in quotation marks
/// that an app cannot close.
///
/// - `org.example.diary “Diary”`: the owner named it.
/// - `org.example.diary (calls itself “Diary”)`: the app says so.
/// - `org.example.diary (saved as “Diary”)`: its samples have the name; who gave it is not known.
struct ShownApp: CustomStringConvertible {
    private let identifier: String
    private let name: AppName?

    /// The most characters that are shown of a name. Identifiers are shown whole: two that differ look different.
    private static let nameMax = 64
    /// The most characters that a table shows of an identifier.
    private static let cellMax = 60
    /// The name of the command line, with an apostrophe that names of other apps may not have.
    static let ownName = "Hearth's command line"
    static let notVerified = "Not verified: any program of yours could use this name."

    init(_ app: AppID, name: AppName? = nil) {
        identifier = app.description
        self.name = name.flatMap { AppID($0.text) == app ? nil : $0 }
    }

    var description: String {
        guard let name else { return shownIdentifier }
        let isOwn = AppID(identifier) == .ownTool && name.text == ShownApp.ownName
        let quoted = isOwn ? name.text : name.text.unquoted(atMost: ShownApp.nameMax)
        guard !quoted.isEmpty else { return shownIdentifier }
        return switch name {
        case .given: "\(shownIdentifier) “\(quoted)”"
        case .claimed: "\(shownIdentifier) (calls itself “\(quoted)”)"
        case .saved: "\(shownIdentifier) (saved as “\(quoted)”)"
        }
    }

    /// The identifier for a table, which a long one would widen for all rows.
    var cell: String {
        let text = escapedIdentifier.unicodeScalars
        let isLong = text.count > ShownApp.cellMax
        let shown = isLong ? String(String.UnicodeScalarView(text.prefix(ShownApp.cellMax - 1))) + "…" : String(text)
        return isPlain ? shown : "“\(shown)”"
    }

    /// One that does not have the usual form is in quotation marks as well, so that it does not look like another app with its
    /// name.
    private var shownIdentifier: String { isPlain ? identifier : "“\(escapedIdentifier)”" }

    private var isPlain: Bool { identifier.unicodeScalars.allSatisfy(ShownApp.isPlain) }

    /// With an escape for each quotation mark, control character and space, so that two apps never look the same. A common
    /// space between other characters is seen, and so is an apostrophe. No app can write an escape: a backslash has one, too.
    private var escapedIdentifier: String {
        let scalars = identifier.unicodeScalars
        func isSpace(_ index: String.Index) -> Bool { scalars[index].properties.isWhitespace }
        func isWord(_ index: String.Index) -> Bool {
            !isSpace(index) && !String.unquotable.contains(scalars[index]) && !scalars.isEscaped(at: index)
        }
        /// Whether the characters before and after one are such.
        func isBetween(_ index: String.Index, _ isSuch: (String.Index) -> Bool) -> Bool {
            let next = scalars.index(after: index)
            return index > scalars.startIndex && isSuch(scalars.index(before: index)) && next < scalars.endIndex
                && isSuch(next)
        }
        return scalars.indices.map { index in
            let scalar = scalars[index]
            let isShown =
                switch scalar {
                case " ": isBetween(index) { !isSpace($0) }
                case "'", "’": isBetween(index, isWord)
                default: isWord(index)
                }
            return isShown ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
        .joined()
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_", ":": true
        default: false
        }
    }
}

extension String {
    /// The identifier of an app, as it is shown without a name.
    var shownAsApp: String { ShownApp(AppID(self)).description }

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

    /// What could end a place in quotation marks, or is markup or an escape to another program.
    fileprivate static let unquotable = Set("<>&\\\"'`“”„‟‘’‚‛«»‹›＂＇❛❜❝❞〝〞〟".unicodeScalars)

    /// The beginning of a text of an app, for a place in quotation marks: it is neither markup to a desktop, nor an escape to
    /// `notify-send`, nor does it look like what Hearth says itself. Control characters are `�`: the app could write the
    /// letters of an escape.
    func unquoted(atMost most: Int) -> String {
        let plain = unicodeScalars.filter { !String.unquotable.contains($0) }
        let scalars = String.UnicodeScalarView(plain)
        var visible = String.UnicodeScalarView()
        for index in scalars.indices {
            let scalar = scalars[index]
            let isControl = scalars.isEscaped(at: index) && !scalar.properties.isWhitespace
            visible.append(isControl ? "\u{FFFD}" : scalar.properties.isWhitespace ? " " : scalar)
        }
        let text = String(visible).onOneLine
        guard text.unicodeScalars.count > most else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(most - 1))) + "…"
    }
}
