internal import Foundation
internal import HearthModel
internal import HearthSystem

/// Where running workout sessions are kept, by app: in files of the user, or in memory.
package final class SessionPlace: Sendable {
    /// Nil if sessions are kept in memory.
    private let folder: String?
    private let kept = Guarded<[AppID: Data]>([:])

    package init(folder: String?) {
        self.folder = folder
    }

    /// In memory: lasts as long as this object.
    package static func memory() -> SessionPlace { SessionPlace(folder: nil) }

    /// The folder of the user: `hearth/workouts` in `$XDG_STATE_HOME`, or else in `~/.local/state`.
    static let standard = SessionPlace(folder: standardFolder(ProcessInfo.processInfo.environment))

    private static func standardFolder(_ environment: [String: String]) -> String {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return state + "/hearth/workouts"
        }
        return NSHomeDirectory() + "/.local/state/hearth/workouts"
    }

    private func file(_ app: AppID, in folder: String) -> URL {
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_")
        let name = app.description.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
        return URL(fileURLWithPath: folder).appendingPathComponent(name + ".session")
    }

    func read(_ app: AppID) -> Data? {
        guard let folder else { return kept.withLock { $0[app] } }
        return try? Data(contentsOf: file(app, in: folder))
    }

    func write(_ data: Data, _ app: AppID) throws {
        guard let folder else { return kept.withLock { $0[app] = data } }
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try data.write(to: file(app, in: folder), options: .atomic)
    }

    func remove(_ app: AppID) {
        guard let folder else { return kept.withLock { $0[app] = nil } }
        try? FileManager.default.removeItem(at: file(app, in: folder))
    }
}
