import HearthClient
import HearthModel
import HearthSystem

/// `hearth consent`.
enum Consent: ClientCommand {
    static let name = "consent"
    static let summary = "answer apps that ask to save and read"
    static let flags = ["--notify", "--once"]
    static let values = ["--socket"]
    static let operands = ClosedRange.none

    static let help = """
        Waits for apps that ask to save and read, and puts each question in the terminal.

        usage: hearth consent [--notify] [--once] [--socket PATH]

        options:
          --notify       put no question, but show a notification on the desktop for each app that asks, with 'notify-send'
          --once         end when every app that asks now is answered, or was shown
          --socket PATH  the server's socket; default: as for 'hearth serve'

        Answers are lines on standard input: 'a' allows all that the app asks for, '30' allows it and shows the app only the
        last 30 days, 'd' denies it, and 'l' leaves it for later. Without input nothing is answered. 'hearth access' lists
        what was answered, and 'hearth revoke' takes it back.
        """

    /// Between two notifications.
    private static let notificationSeconds = 2

    /// What an answer comes to.
    private enum Answer {
        case allow(isLimited: Bool)
        case deny
        case later

        init?(_ line: String) {
            switch line.trimmed.lowercased() {
            case "a", "allow", "y", "yes": self = .allow(isLimited: false)
            case "30": self = .allow(isLimited: true)
            case "d", "deny", "n", "no": self = .deny
            case "l", "later", "": self = .later
            default: return nil
            }
        }
    }

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        if given.has("--notify") {
            return try await notify(isOnce: given.has("--once"), connection)
        }
        var seen: UInt64 = 0
        var left: [AccessRequest] = []
        var hasSaidThatNoneAsks = false
        while true {
            let list = try await connection.control(.await(seen: seen))
            seen = list.requestsNumber
            left = left.filter(list.requests.contains)
            for request in list.requests where !left.contains(request) {
                guard let answer = try ask(request) else { return }
                switch answer {
                case .allow(let isLimited):
                    let since = isLimited ? try DateReader.current.moment("30d") : nil
                    try await decide(request, .allowed, since: since, connection)
                case .deny: try await decide(request, .denied, since: nil, connection)
                case .later: left.append(request)
                }
            }
            if list.requests.isEmpty, !hasSaidThatNoneAsks {
                hasSaidThatNoneAsks = true
                try Output.print("No app asks.")
            }
            if given.has("--once") { return }
        }
    }

    /// Shows a notification for each app that asks: not again before it was answered, whatever else it asks for meanwhile.
    private static func notify(isOnce: Bool, _ connection: Connection) async throws {
        var seen: UInt64 = 0
        /// When they asked first.
        var told: [AppID: Timestamp] = [:]
        while true {
            let list = try await connection.control(.await(seen: seen))
            seen = list.requestsNumber
            let fresh = list.requests.filter { told[$0.app] != $0.time }
            told = Dictionary(uniqueKeysWithValues: list.requests.map { ($0.app, $0.time) })
            if let notification = ConsentNotification(fresh) {
                try notification.send()
                try Output.print(fresh.map { "\(AccessRequestText(request: $0).app) asks" }.joined(separator: "\n"))
            }
            if isOnce { return }
            if !fresh.isEmpty {
                // Programs can invent names: what they ask in a short time is one notification.
                try await Task.sleep(for: .seconds(notificationSeconds))
            }
        }
    }

    /// Puts a question until it is answered; nil: nobody answers any more.
    private static func ask(_ request: AccessRequest) throws -> Answer? {
        try Output.print(AccessRequestText(request: request).lines.joined(separator: "\n"))
        while true {
            try Output.print("allow (a), allow the last 30 days (30), deny (d), or later (l)?")
            guard let line = readLine() else { return nil }
            if let answer = Answer(line) { return answer }
        }
    }

    private static func decide(
        _ request: AccessRequest,
        _ permission: Permission,
        since: Timestamp?,
        _ connection: Connection
    ) async throws {
        let (share, read) = (Set(request.share), Set(request.read))
        let grants = share.union(read).sorted { $0.identifier < $1.identifier }.map { type in
            let isRead = read.contains(type)
            return Grant(
                type,
                share: share.contains(type) ? permission : nil,
                read: isRead ? permission : nil,
                since: isRead ? since : nil
            )
        }
        _ = try await connection.control(.decide(request.app, grants))
    }
}
