import HearthModel

/// The client with which an app asks.
struct AskingClient {
    /// Nil where the system does not tell.
    let process: Int32?
    /// Whether it came through the app's own socket.
    let isVerified: Bool

    /// Whether an app asked with the same process. Those without sockets whose processes the system does not tell count as
    /// one: their names can be invented.
    func isSame(as other: AskingApp) -> Bool {
        guard process == nil, other.process == nil else { return process == other.process }
        return !isVerified && !other.request.isVerified
    }
}
