import HearthModel

/// What is seen of the process that asks, for people. Any program can look like another, and chooses its name: texts that
/// could be read as words of Hearth are in quotation marks that they cannot close.
struct ObservedProcessText {
    private let process: ObservedProcess

    /// The most characters that are shown of a path or a name.
    private static let most = 120

    init(_ process: ObservedProcess) {
        self.process = process
    }

    /// Nil if nothing is seen.
    var sentence: String? {
        let unit = process.unit.isEmpty ? nil : "unit \(Self.shown(process.unit))"
        guard !process.program.isEmpty else {
            return unit.map { "Asked by a process of the \($0), as far as can be seen." }
        }
        let program = Self.shown(process.program)
        return "Asked by \(program)\(unit.map { " (\($0))" } ?? ""), as far as can be seen."
    }

    private static func shown(_ text: String) -> String {
        text.unicodeScalars.count <= most && text.unicodeScalars.allSatisfy(isPlain)
            ? text : "“\(text.unquoted(atMost: most))”"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_", "/", "@", "+": true
        default: false
        }
    }
}
