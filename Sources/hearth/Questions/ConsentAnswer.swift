import HearthClient
import HearthModel

/// What the owner answers an app that asks.
enum ConsentAnswer {
    /// `since`: it reads only samples that end then or later; nil: all.
    case allow(since: Timestamp?)
    case deny
    case later

    /// What a person writes for a limit.
    private static let limit = "30d"

    /// The beginning of the day 30 days ago, from which a limited app reads. It stays: a month later the app reads 60 days.
    static func limitStart() throws -> Timestamp {
        try DateReader.current.limitStart(limit)
    }

    /// The day of a limit, as people read it.
    static func day(of limit: Timestamp) -> String {
        String(DateText(zone: DateReader.current.zone).local(limit).prefix(10))
    }

    /// Nil if a line does not answer. `limit`: from when a limited app reads; nil: the app does not ask to read, which alone
    /// can be limited.
    init?(line: String, limit: Timestamp?) {
        switch line.trimmed.lowercased() {
        case "a", "allow", "y", "yes": self = .allow(since: nil)
        case "30" where limit != nil,
            ConsentAnswer.limit where limit != nil:
            self = .allow(since: limit)
        case "d", "deny", "n", "no": self = .deny
        case "l", "later", "": self = .later
        default: return nil
        }
    }

    /// What a terminal shows when it is done.
    var confirmation: String {
        switch self {
        case .allow(since: nil): "Allowed."
        case .allow(let since?): "Allowed, to read data from \(ConsentAnswer.day(of: since)) on."
        case .deny: "Denied."
        case .later: "Left for later."
        }
    }

    /// Decides what was asked in a question and its app still asks for: what was decided elsewhere while the question was shown
    /// is newer. Returns the list that follows, which says what holds now. The answer does not tell it: when its reply is lost,
    /// it is sent again, and then the app does not ask any more.
    func decide(_ question: AccessRequest, on connection: Connection) async throws -> AccessList {
        let asking = try await connection.control(.list).requests.first { $0.app == question.app }
        if let request = asking?.common(with: question) {
            do {
                let answer = AccessControl.answer(request.app, grants(of: request), isVerified: request.isVerified)
                _ = try await connection.control(answer)
            } catch let error as HearthError where error.code == .objectNotFound {
                // The list says what was decided.
            }
        }
        return try await connection.control(.list)
    }

    /// What the answer decides of what an app asks for. Nothing if it is left for later.
    func grants(of request: AccessRequest) -> [Grant] {
        let permission: Permission
        var since: Timestamp?
        switch self {
        case .allow(let limit): (permission, since) = (.allowed, limit)
        case .deny: permission = .denied
        case .later: return []
        }
        let types = Set(request.share).union(request.read).sorted { $0.identifier < $1.identifier }
        return types.compactMap { type in
            request.asked(of: Grant(type, share: permission, read: permission, since: type.hasTime ? since : nil))
        }
    }
}
