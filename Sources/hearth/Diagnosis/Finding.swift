/// What `hearth doctor` found about one part of the installation.
struct Finding: Hashable, Sendable {
    enum Verdict: String, Sendable {
        case fine = "ok"
        /// Worth knowing; nothing is broken.
        case note
        case problem
    }

    let verdict: Verdict
    /// The part: the server, the store, ...
    let subject: String
    let text: String
    /// What to do about it.
    let advice: String?

    static func fine(_ subject: String, _ text: String) -> Finding {
        Finding(verdict: .fine, subject: subject, text: text, advice: nil)
    }

    static func note(_ subject: String, _ text: String, _ advice: String? = nil) -> Finding {
        Finding(verdict: .note, subject: subject, text: text, advice: advice)
    }

    static func problem(_ subject: String, _ text: String, _ advice: String) -> Finding {
        Finding(verdict: .problem, subject: subject, text: text, advice: advice)
    }

    /// The lines that people read: the verdict, the part, what was found, and under it what to do.
    var lines: [String] {
        let start = "\(verdict.rawValue.padded(to: 7))  \(subject.padded(to: 8))  "
        let indentation = String(repeating: " ", count: start.count)
        return [start + text] + (advice.map { [indentation + $0] } ?? [])
    }

    var json: JSON {
        .object([
            "verdict": .string(verdict.rawValue),
            "subject": .string(subject),
            "text": .string(text),
            "advice": .text(advice),
        ])
    }
}
