import HearthSystem

/// The writes of a connection, or of the server on behalf of an app, that wait for the writer, in order.
final class ConnectionWrites {
    let account: ClientAccount
    var waiting = Queue<ScheduledWrite>()

    init(of account: ClientAccount) {
        self.account = account
    }
}
