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
        case line(InputLine?)
    }

    private let connection: Connection
    /// The apps that asked at first; nil: it does not end with them.
    private var only: Set<AppID>?
    private let isOnce: Bool
    private var list = AccessList([])
    /// What was left for later is not asked again, also when its app asks for more.
    private var left: [AppID: AccessRequest] = [:]
    private var open: OpenQuestion?
    /// Whether the last question was answered elsewhere.
    private var isAfterWithdrawal = false
    private var input: AsyncStream<InputLine>?
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
        isAfterWithdrawal = true
        let outcome = list.outcome(of: open.request).map { "This was answered elsewhere: \($0)." }
        try Output.print(outcome ?? "The app does not ask this any more.")
    }

    private mutating func take(_ line: InputLine) async throws {
        guard let open else {
            return try Output.print("'\(line.text.printable)' answers nothing: no question is open.")
        }
        let answer: ConsentAnswer
        switch open.reply(line) {
        case .answer(let given): answer = given
        case .noAnswer(let reason):
            try Output.print(reason)
            return try Output.print(OpenQuestion.choices(limit: open.limit))
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
        let limit = text.isReading ? try ConsentAnswer.limitStart() : nil
        // That none asks any more is the end.
        hasSaidThatNoneAsks = hasSaidThatNoneAsks || isOnce
        // What was typed so far does not answer this question.
        Terminal.discardInput(STDIN_FILENO)
        let start = MonotonicClock.now()
        try Output.print((text.lines + [OpenQuestion.choices(limit: limit)]).joined(separator: "\n"))
        let placing = OpenQuestion.Placing(
            start: start,
            end: MonotonicClock.now(),
            isInTerminal: Terminal.isInteractive(STDIN_FILENO),
            followsWithdrawal: isAfterWithdrawal
        )
        open = OpenQuestion(request: request, limit: limit, placing: placing)
        isAfterWithdrawal = false
    }

    private mutating func read(_ events: inout Events) {
        guard !isReading else { return }
        isReading = true
        let lines = input ?? InputLine.standardInput()
        input = lines
        events.addTask {
            for await line in lines { return .line(line) }
            return .line(nil)
        }
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
