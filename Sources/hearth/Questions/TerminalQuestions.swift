import HearthClient
import HearthModel
import HearthSystem

/// Puts the questions of apps in a terminal, one after another, and takes the answers.
///
/// It waits for an answer and for news of the server at the same time: a question that was answered elsewhere is not left open.
struct TerminalQuestions {
    private enum Event: Sendable {
        case list(AccessList)
        /// A line of standard input; nil: it has ended.
        case line(String?)
    }

    private struct Question {
        let request: AccessRequest
        /// From when an app that is limited reads; nil: it does not ask to read.
        let limit: Timestamp?

        var choices: String {
            let limited = limit.map { "allow it with data from \(ConsentAnswer.day(of: $0)) on (30), " } ?? ""
            return "allow all of it (a or y), \(limited)deny all of it (d or n), or later (l)?"
        }
    }

    private let connection: Connection
    /// The apps that asked at first; nil: it does not end with them.
    private var only: Set<AppID>?
    private let isOnce: Bool
    private var list = AccessList([])
    /// What was left for later is not asked again, also when its app asks for more.
    private var left: [AppID: AccessRequest] = [:]
    private var open: Question?
    private var input: AsyncStream<String>?
    private var isReading = false
    private var hasSaidThatNoneAsks = false

    private typealias Events = ThrowingTaskGroup<Event, any Error>

    /// `isOnce`: whether it ends with the questions of now.
    init(_ connection: Connection, isOnce: Bool) {
        self.connection = connection
        self.isOnce = isOnce
    }

    func run() async throws {
        var questions = self
        try await withThrowingTaskGroup(of: Event.self) { events in
            defer { events.cancelAll() }
            questions.awaitList(&events)
            while let event = try await events.next() {
                guard try await questions.handle(event, &events) else { return }
            }
        }
    }

    private func awaitList(_ events: inout Events) {
        let (connection, seen) = (connection, list.requestsNumber)
        events.addTask { .list(try await connection.control(.await(seen: seen))) }
    }

    /// Returns whether there is more to wait for.
    private mutating func handle(_ event: Event, _ events: inout Events) async throws -> Bool {
        switch event {
        case .list(let new):
            // One from before an answer tells nothing new.
            if new.requestsNumber >= list.requestsNumber {
                list = new
            }
            awaitList(&events)
            if isOnce, only == nil {
                only = Set(list.requests.map(\.app))
            }
            try withdraw()
        case .line(nil):
            isReading = false
            // Nobody answers any more.
            guard open == nil else { return false }
            input = nil
        case .line(let line?):
            isReading = false
            try await take(line)
        }
        return try proceed(&events)
    }

    /// Says that the open question was answered elsewhere, if it was.
    private mutating func withdraw() throws {
        guard let open, list.requests.first(where: { $0.app == open.request.app })?.common(with: open.request) == nil
        else { return }
        self.open = nil
        let outcome = list.outcome(of: open.request).map { "This was answered elsewhere: \($0)." }
        try Output.print(outcome ?? "The app does not ask this any more.")
        // What was typed so far does not answer the next question.
        if Terminal.isInteractive(STDIN_FILENO) {
            tcflush(STDIN_FILENO, TCIFLUSH)
        }
    }

    private mutating func take(_ line: String) async throws {
        guard let open else { return try Output.print("'\(line.printable)' answers nothing: no question is open.") }
        guard let answer = ConsentAnswer(line: line, limit: open.limit) else {
            try Output.print("'\(line.printable)' is not an answer.")
            return try Output.print(open.choices)
        }
        self.open = nil
        if case .later = answer {
            left[open.request.app] = list.requests.first { $0.app == open.request.app }
            return try Output.print(answer.confirmation)
        }
        let decided = try await answer.decide(open.request, on: connection)
        list = try await connection.control(.list)
        try Output.print(list.confirmation(of: answer, open.request, decided))
    }

    /// Puts the next question, and reads its answer. Returns false if no question is left to wait for.
    private mutating func proceed(_ events: inout Events) throws -> Bool {
        left = left.filter { app, _ in list.requests.contains { $0.app == app } }
        if open == nil {
            let questions = list.requests.filter { only?.contains($0.app) ?? true }
            if let next = questions.lazy.compactMap({ [left] in $0.subtracting(left[$0.app]) }).first {
                try put(next)
            }
        }
        guard open == nil else {
            read(&events)
            return true
        }
        if list.requests.isEmpty, !hasSaidThatNoneAsks {
            hasSaidThatNoneAsks = true
            try Output.print(isOnce ? "No app asks." : "No app asks. Waiting for one: Ctrl-C ends it.")
        }
        return !isOnce
    }

    private mutating func put(_ request: AccessRequest) throws {
        let text = AccessRequestText(request, in: list)
        let question = Question(
            request: request,
            limit: text.isReading ? try ConsentAnswer.limitStart() : nil
        )
        open = question
        // That none asks any more is the end.
        hasSaidThatNoneAsks = hasSaidThatNoneAsks || isOnce
        try Output.print((text.lines + [question.choices]).joined(separator: "\n"))
    }

    private mutating func read(_ events: inout Events) {
        guard !isReading else { return }
        isReading = true
        let lines = input ?? TerminalQuestions.lines()
        input = lines
        events.addTask {
            for await line in lines { return .line(line) }
            return .line(nil)
        }
    }

    /// The lines of standard input, which a thread waits for. It has no lock of the C library at the end of the program.
    ///
    /// Unsafe pointers: `read` takes the address of a buffer.
    private static func lines() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        _ = BackgroundThread {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            var pending: [UInt8] = []
            while case let count = HearthSystem.read(STDIN_FILENO, &bytes, bytes.count),
                count > 0 || count < 0 && errno == EINTR
            {
                pending += bytes.prefix(max(count, 0))
                while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: pending[..<end], as: UTF8.self))
                    pending.removeFirst(end + 1)
                }
            }
            if !pending.isEmpty {
                continuation.yield(String(decoding: pending, as: UTF8.self))
            }
            continuation.finish()
        }
        return lines
    }
}

extension AccessList {
    /// What to say of an answer. `decided`: the part of the question that the app still asked; nil: none.
    fileprivate func confirmation(of answer: ConsentAnswer, _ question: AccessRequest, _ decided: AccessRequest?)
        -> String
    {
        guard let decided else {
            let meanwhile = outcome(of: question).map { " Meanwhile: \($0)." } ?? ""
            return "Nothing is decided: the app does not ask this any more.\(meanwhile)"
        }
        guard let rest = question.subtracting(decided) else { return answer.confirmation }
        let parts = [("saving", decided.share), ("reading", decided.read)].filter { !$0.1.isEmpty }.map { verb, types in
            "\(verb) \(types.map(\.plainWords).joined(separator: ", "))"
        }
        let meanwhile = outcome(of: rest).map { " Meanwhile: \($0)." } ?? ""
        return "\(answer.confirmation) It still asked for \(parts.joined(separator: ", ")).\(meanwhile)"
    }
}
