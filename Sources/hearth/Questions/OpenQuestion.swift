import HearthClient
import HearthModel

/// A question in the terminal, and which lines answer it.
struct OpenQuestion {
    enum Reply {
        case answer(ConsentAnswer)
        /// The line does not answer, for this reason.
        case noAnswer(String)
    }

    /// How a question was put. Times are on the monotonic clock.
    struct Placing {
        /// When it began to be shown.
        let start: Int64
        /// When all of it was shown.
        let end: Int64
        /// Whether a person types the answers.
        let isInTerminal: Bool
        /// Whether it took the place of one that was answered elsewhere, which its reader may still want to answer.
        let followsWithdrawal: Bool

        /// Nanoseconds in which nobody reads a question.
        static let glance: Int64 = 500_000_000

        /// When a line has to be read at the earliest to answer the question. Scripts give all lines at once.
        var earliestAnswer: Int64 {
            switch (isInTerminal, followsWithdrawal) {
            case (true, true): end + Placing.glance
            case (true, false), (false, true): start
            case (false, false): .min
            }
        }
    }

    let request: AccessRequest
    /// From when an app that is limited reads; nil: it does not ask to read.
    let limit: Timestamp?
    let placing: Placing

    /// The line that says how to answer.
    static func choices(limit: Timestamp?) -> String {
        let limited = limit.map { "allow it with data from \(ConsentAnswer.day(of: $0)) on (30), " } ?? ""
        return "allow all of it (a or y), \(limited)deny all of it (d or n), or later (l)?"
    }

    func reply(_ line: InputLine) -> Reply {
        let isEmpty = line.text.trimmed.isEmpty
        let shown = isEmpty ? "An empty line" : "'\(line.text.printable)'"
        guard line.time >= placing.earliestAnswer else {
            return .noAnswer("\(shown) answers nothing: it came before this question could be read.")
        }
        // It may be the end of an answer to the question before.
        if isEmpty, placing.followsWithdrawal {
            return .noAnswer("\(shown) answers nothing here: this question follows one that was answered elsewhere.")
        }
        guard let answer = ConsentAnswer(line: line.text, limit: limit) else {
            return .noAnswer("\(shown) is not an answer.")
        }
        return .answer(answer)
    }
}
