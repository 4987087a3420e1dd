import HearthClient
import HearthModel
import HearthSystem

/// Puts the questions of apps in a terminal, one after another, and takes the answers.
///
/// It waits for an answer and for news of the server at the same time: a question that was answered elsewhere is not left open.
struct TerminalQuestions {
    private enum Event: Sendable {
        case list(AccessList, CurrentRequests.Awaited)
        /// A line of standard input; nil: it has ended.
        case line(InputLine?)
    }

    private let connection: Connection
    /// The apps that asked at first; nil: it does not end with them.
    private var only: Set<AppID>?
    private let isOnce: Bool
    private var current = CurrentRequests()
    private var list: AccessList { current.list }
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
        let (connection, next) = (connection, current.next)
        events.addTask { .list(try await connection.control(.await(seen: next.seen)), next) }
    }

    /// Returns whether there is more to wait for.
    private mutating func handle(_ event: Event, _ events: inout Events) async throws -> Bool {
        switch event {
        case .list(let new, let awaited):
            _ = current.take(new, awaited)
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
        current.take(afterAnswer: try await answer.decide(open.request, on: connection))
        try Output.print(list.confirmation(of: answer, open.request))
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
        let limit = text.isReadingSamples ? try ConsentAnswer.limitStart() : nil
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
    /// What to say of an answer to a question when the list followed it: whether what holds now is what was answered. It may be
    /// that because the same was decided elsewhere, and the server may have taken an answer whose reply was lost.
    fileprivate func confirmation(of answer: ConsentAnswer, _ question: AccessRequest) -> String {
        if holds(answer.grants(of: question), of: question.app) { return answer.confirmation }
        if let outcome = outcome(of: question) {
            return "What holds now is not all as you answered: \(outcome)."
        }
        let isAsked = requests.first { $0.app == question.app }?.common(with: question) != nil
        return "Nothing of this is decided now, and the app \(isAsked ? "still asks it" : "does not ask it any more")."
    }
}
