import HearthClient
import HearthModel

/// Tells the owner on the desktop that apps ask, and takes the answers.
///
///     apps ask -> one notification, without types -> Show -> a question for each app, with buttons -> decision
///
/// An app is shown once until it is answered. A notification is withdrawn when what it is about was answered elsewhere.
struct QuestionNotifier {
    private enum Event: Sendable {
        case list(AccessList, CurrentRequests.Awaited)
        /// A notification was closed with a button; nil: without one.
        case closed(Int, button: String?)
    }

    /// What a notification is about.
    private enum Subject {
        case apps([AccessRequest])
        /// A question, and the apps whose questions follow.
        case question(AppQuestion, next: [AppID])

        var apps: [AppID] {
            switch self {
            case .apps(let requests): requests.map(\.app)
            case .question(let question, _): [question.request.app]
            }
        }
    }

    private let connection: Connection
    /// Whether it ends with the questions of now.
    private let isOnce: Bool
    private var current = CurrentRequests()
    private var list: AccessList { current.list }
    private var requests: [AccessRequest] { list.requests }
    /// When the apps asked first that were shown.
    private var shown: [AppID: Timestamp] = [:]
    /// What was answered here.
    private var answered: [AppID: AccessRequest] = [:]
    private var open: [Int: (subject: Subject, notification: DesktopNotification)] = [:]
    private var lastNumber = 0

    /// Programs can invent names: what they ask in a short time is one notification.
    private static let pause = Duration.seconds(2)

    private typealias Events = ThrowingTaskGroup<Event, any Error>

    init(_ connection: Connection, isOnce: Bool) {
        self.connection = connection
        self.isOnce = isOnce
    }

    mutating func run() async throws {
        var notifier = self
        try await withThrowingTaskGroup(of: Event.self) { events in
            defer { events.cancelAll() }
            notifier.awaitList(after: nil, &events)
            while let event = try await events.next() {
                try await notifier.handle(event, &events)
                if notifier.isOnce, notifier.open.isEmpty { return }
            }
        }
    }

    private func awaitList(after pause: Duration?, _ events: inout Events) {
        let (connection, next) = (connection, current.next)
        events.addTask {
            if let pause {
                try await Task.sleep(for: pause)
            }
            return .list(try await connection.control(.await(seen: next.seen)), next)
        }
    }

    private mutating func handle(_ event: Event, _ events: inout Events) async throws {
        switch event {
        case .list(let list, let awaited):
            let isNew = current.take(list, awaited)
            let hasShown = isNew ? try note(&events) : false
            awaitList(after: hasShown ? QuestionNotifier.pause : nil, &events)
        case .closed(let number, let button):
            guard let closed = open.removeValue(forKey: number) else { return }
            switch closed.subject {
            case .apps(let requests):
                if button != nil {
                    ask(requests.map(\.app), &events)
                }
            case .question(let question, let next):
                try await answer(question, button, &events)
                ask(next, &events)
            }
        }
    }

    /// Withdraws what no app asks any more, and shows the apps that have asked since they were shown. Returns whether there are
    /// such.
    private mutating func note(_ events: inout Events) throws -> Bool {
        for (subject, notification) in open.values where !subject.apps.contains(where: isAsking) {
            notification.withdraw()
        }
        let fresh = requests.filter(isFresh)
        shown = Dictionary(uniqueKeysWithValues: requests.map { ($0.app, $0.time) })
        if let apps = AskingApps(fresh, in: list) {
            for request in fresh {
                answered[request.app] = nil
            }
            show(apps.notification, .apps(fresh), &events)
            try Output.print(apps.apps.map { "\($0) asks" }.joined(separator: "\n"))
        }
        return !fresh.isEmpty
    }

    /// Whether an app has asked since it was shown. One that has asked for more is shown again when it was answered.
    private func isFresh(_ request: AccessRequest) -> Bool {
        guard shown[request.app] == request.time else { return true }
        return answered[request.app].map { !$0.hasAll(of: request) } ?? false
    }

    private func isAsking(_ app: AppID) -> Bool { requests.contains { $0.app == app } }

    private mutating func show(_ notification: DesktopNotification, _ subject: Subject, _ events: inout Events) {
        lastNumber += 1
        let number = lastNumber
        open[number] = (subject, notification)
        events.addTask { .closed(number, button: try await notification.show()) }
    }

    /// Puts the question of the first of some apps that still asks. Those of the others follow.
    private mutating func ask(_ apps: [AppID], _ events: inout Events) {
        guard let index = apps.firstIndex(where: isAsking),
            let request = requests.first(where: { $0.app == apps[index] }),
            let limit = try? ConsentAnswer.limitStart()
        else { return }
        let question = AppQuestion(
            request: request,
            app: list.shown(request),
            refusal: list.saveRefusal(of: request.app),
            limit: limit
        )
        show(question.notification, .question(question, next: Array(apps[(index + 1)...])), &events)
    }

    /// Answers what was shown. What the app has asked for meanwhile is shown next.
    private mutating func answer(_ question: AppQuestion, _ button: String?, _ events: inout Events) async throws {
        let answer = question.answer(button)
        if case .later = answer { return }
        current.take(afterAnswer: try await answer.decide(question.request, on: connection))
        answered[question.request.app] = question.request
        _ = try note(&events)
    }
}

extension AccessRequest {
    fileprivate func hasAll(of other: AccessRequest) -> Bool {
        other.share.allSatisfy(share.contains) && other.read.allSatisfy(read.contains)
    }
}
