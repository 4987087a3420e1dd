/// What happened on all connections since the server started.
struct ConnectionTotals {
    var accepted: UInt64 = 0
    var refused = 0
    var receivedBytes = 0
    var sentBytes = 0
}
