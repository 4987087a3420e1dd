import HearthClient
import HearthModel
import HearthSystem

/// `hearth consent`.
enum Consent: ClientCommand {
    static let isForOwnerOnly = true
    static let name = "consent"
    static let summary = "answer apps that ask to save and read"
    static let flags = ["--notify", "--once"]
    static let values = ["--socket"]
    static let operands = ClosedRange.none

    static let help = """
        Waits for apps that ask to save and read, and asks each question in the terminal.

        usage: hearth consent [--notify] [--once] [--socket PATH]

        options:
          --notify       ask nothing in the terminal, but show a notification on the desktop, with 'notify-send'
          --once         end when every app that asks now is answered, or its notification closed
          --socket PATH  the server's socket; default: as for 'hearth serve'

        Answers are lines on standard input: 'a' or 'y' allows all that the app asks for, '30' allows it and lets the app
        read only data from the day 30 days ago on, 'd' or 'n' denies it, and 'l' leaves it for later. That day stays: it
        does not move on with time. Without input nothing is answered.
        'hearth access' lists what was answered, and 'hearth revoke' takes it back.

        The notification names the app but no types, because locked screens show it too. Its button 'Show' puts the
        question: what the app asks for, and buttons that allow it, allow it with data from that day on, or deny it. One that
        is closed leaves the question for later.
        """

    static func run(_ given: GivenOptions) throws {
        Terminal.outliveReaders()
        let connection = Connection(options(given))
        defer { connection.close() }
        guard given.has("--notify") else {
            return try Waiting.wait { try await run(given, on: connection) }
        }
        if let fault = DesktopNotification.fault(in: Terminal.environment) {
            Terminal.printError(fault)
        }
        // A signal withdraws the notifications first: nothing would take their answers.
        try Interruption.wait {
            var notifier = QuestionNotifier(connection, isOnce: given.has("--once"))
            try await notifier.run()
        }
    }

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        var seen: UInt64 = 0
        // What was left for later is not asked again, also when its app asks for more.
        var left: [AppID: AccessRequest] = [:]
        var hasSaidThatNoneAsks = false
        while true {
            let list = try await connection.control(.await(seen: seen))
            seen = list.requestsNumber
            left = left.filter { app, _ in list.requests.contains { $0.app == app } }
            for request in list.requests {
                guard let question = request.subtracting(left[request.app]) else { continue }
                guard let answer = try ask(AccessRequestText(question, in: list)) else { return }
                if case .later = answer {
                    left[request.app] = request
                    try Output.print(answer.confirmation)
                } else {
                    try await decide(answer, question, on: connection)
                }
            }
            if list.requests.isEmpty, !hasSaidThatNoneAsks {
                hasSaidThatNoneAsks = true
                try Output.print(given.has("--once") ? "No app asks." : "No app asks. Waiting for one: Ctrl-C ends it.")
            }
            if given.has("--once") { return }
        }
    }

    private static func decide(
        _ answer: ConsentAnswer,
        _ question: AccessRequest,
        on connection: Connection
    ) async throws {
        guard try await answer.decide(question, on: connection) == nil else {
            return try Output.print(answer.confirmation)
        }
        let list = try await connection.control(.list)
        let decided = list.outcome(of: question).map { " Meanwhile: \($0)." } ?? ""
        try Output.print("Nothing is decided: the app does not ask this any more.\(decided)")
    }

    /// Puts a question until it is answered; nil: nobody answers any more.
    private static func ask(_ question: AccessRequestText) throws -> ConsentAnswer? {
        try Output.print(question.lines.joined(separator: "\n"))
        let limit = question.isReading ? try ConsentAnswer.limitStart() : nil
        while true {
            let limited = limit.map { "allow it with data from \(ConsentAnswer.day(of: $0)) on (30), " } ?? ""
            try Output.print("allow all of it (a or y), \(limited)deny all of it (d or n), or later (l)?")
            guard let line = readLine() else { return nil }
            if let answer = ConsentAnswer(line: line, limit: limit) { return answer }
            try Output.print("'\(line.printable)' is not an answer.")
        }
    }
}
