import HearthModel

/// The account of a client over all of its connections: its bytes for the quotas, and its connections whose writes wait.
final class ClientAccount: ClientRecord {
    let key: ClientKey
    /// Bytes of its saves that are under way.
    var stagedBytes = 0
    /// The connections whose next write can go to the writer, by the size of that write.
    var small = ReadyConnections()
    var large = ReadyConnections()
    /// The writes of the server on behalf of the app, while some wait.
    var writesOfServer: ConnectionWrites?

    init(_ key: ClientKey) {
        self.key = key
    }

    var isIdle: Bool { stagedBytes == 0 && writesOfServer == nil }
}
