import HearthModel
import HearthStore

/// The account of a client over all of its connections: its bytes for the quotas, and its connections whose writes wait.
final class ClientAccount: ClientRecord {
    let key: ClientKey
    /// Bytes of its saves that are under way.
    var stagedBytes = 0
    /// The connections whose next write can go to the writer, by the size of that write.
    private var small = ReadyConnections()
    private var large = ReadyConnections()
    /// The save that other writes of the client wait for, and the connections with those.
    private(set) var exclusiveSave: WriteTicket?
    private var held: [ConnectionWrites] = []
    /// The writes of the server on behalf of the app, while some wait.
    var writesOfServer: ConnectionWrites?

    init(_ key: ClientKey) {
        self.key = key
    }

    var isIdle: Bool { stagedBytes == 0 && writesOfServer == nil }

    /// Other writes of the client wait until a save is done, unless another save has that already.
    func holdOthers(until save: WriteTicket) {
        exclusiveSave = exclusiveSave ?? save
    }

    /// The next write of a connection can go to the writer. Returns whether it is the first one of its size.
    func append(_ connection: ConnectionWrites, isLarge: Bool) -> Bool {
        isLarge ? large.append(connection) : small.append(connection)
    }

    /// The connection whose write of a size comes next; nil: there is none.
    func popFirst(isLarge: Bool) -> (connection: ConnectionWrites, isLast: Bool)? {
        isLarge ? large.popFirst() : small.popFirst()
    }

    /// Holds the next write of a connection if it has to wait for a save. Returns false if it does not.
    func hold(_ connection: ConnectionWrites, before write: WriteTicket) -> Bool {
        guard let exclusiveSave, exclusiveSave != write else { return false }
        held.append(connection)
        return true
    }

    /// A write is done. Returns the connections whose next writes waited for it, in order.
    func takeHeld(for write: WriteTicket) -> [ConnectionWrites] {
        guard exclusiveSave == write else { return [] }
        exclusiveSave = nil
        defer { held = [] }
        return held
    }
}
