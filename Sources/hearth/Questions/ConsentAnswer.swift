import HearthClient
import HearthModel

/// What the owner answers an app that asks.
enum ConsentAnswer {
    case allow(isLimited: Bool)
    case deny
    case later

    /// What an app may read at once, for `isLimited`.
    private static let limit = "30d"

    /// Nil if a line does not answer. `isReading`: whether the app asks to read, which alone can be limited.
    init?(line: String, isReading: Bool) {
        switch line.trimmed.lowercased() {
        case "a", "allow", "y", "yes": self = .allow(isLimited: false)
        case "30" where isReading,
            ConsentAnswer.limit where isReading:
            self = .allow(isLimited: true)
        case "d", "deny", "n", "no": self = .deny
        case "l", "later", "": self = .later
        default: return nil
        }
    }

    /// What a terminal shows when it is done.
    var confirmation: String {
        switch self {
        case .allow(isLimited: false): "Allowed."
        case .allow(isLimited: true): "Allowed, to read the last 30 days."
        case .deny: "Denied."
        case .later: "Left for later."
        }
    }

    /// Decides all that an app asks for, as `hearth allow` and `hearth deny` do.
    func execute(for request: AccessRequest, on connection: Connection) async throws {
        switch self {
        case .allow(let isLimited):
            let since = isLimited ? try DateReader.current.moment(ConsentAnswer.limit).wholeSecond : nil
            try await ConsentAnswer.decide(request, .allowed, since: since, connection)
        case .deny: try await ConsentAnswer.decide(request, .denied, since: nil, connection)
        case .later: break
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
