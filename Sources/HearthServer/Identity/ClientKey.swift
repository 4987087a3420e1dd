import HearthModel

/// The identity of a client. An app can invent names for itself, but not processes.
enum ClientKey: Hashable {
    case process(Int32)
    /// Of an app's own socket, where the system does not tell the process, and for writes of the server itself.
    case app(AppID)
}
