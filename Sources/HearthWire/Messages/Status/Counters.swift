internal import CHearthProtocol
internal import HearthModel

/// Counters since the start of the server.
package struct Counters: Hashable, Sendable {
    /// Connections accepted.
    package var connections: UInt64
    /// Connections closed without reading from them.
    package var refusedConnections: UInt64
    /// Calls opened.
    package var calls: UInt64
    /// The frames' lengths included.
    package var receivedBytes: UInt64
    /// The frames' lengths included.
    package var sentBytes: UInt64
    /// Writes that reached the store, executed or refused.
    package var writes: UInt64
    /// Writes that the store refused.
    package var refusedWrites: UInt64
    /// Groups of writes that were committed together.
    package var groups: UInt64
    package var addedSamples: UInt64
    package var deletedSamples: UInt64
    /// Batches of changes for live subscriptions, counted once for all that share them.
    package var changeBatches: UInt64
    /// How often such a batch was sent.
    package var changeDeliveries: UInt64

    package init(
        connections: UInt64 = 0,
        refusedConnections: UInt64 = 0,
        calls: UInt64 = 0,
        receivedBytes: UInt64 = 0,
        sentBytes: UInt64 = 0,
        writes: UInt64 = 0,
        refusedWrites: UInt64 = 0,
        groups: UInt64 = 0,
        addedSamples: UInt64 = 0,
        deletedSamples: UInt64 = 0,
        changeBatches: UInt64 = 0,
        changeDeliveries: UInt64 = 0
    ) {
        self.connections = connections
        self.refusedConnections = refusedConnections
        self.calls = calls
        self.receivedBytes = receivedBytes
        self.sentBytes = sentBytes
        self.writes = writes
        self.refusedWrites = refusedWrites
        self.groups = groups
        self.addedSamples = addedSamples
        self.deletedSamples = deletedSamples
        self.changeBatches = changeBatches
        self.changeDeliveries = changeDeliveries
    }
}

extension Counters: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Counters> { hearth__v1__counters__init }

    init(_ message: Hearth__V1__Counters, _: MessageReader) throws(HearthError) {
        self.init(
            connections: message.connections,
            refusedConnections: message.refused_connections,
            calls: message.calls,
            receivedBytes: message.received_bytes,
            sentBytes: message.sent_bytes,
            writes: message.writes,
            refusedWrites: message.refused_writes,
            groups: message.groups,
            addedSamples: message.added_samples,
            deletedSamples: message.deleted_samples,
            changeBatches: message.change_batches,
            changeDeliveries: message.change_deliveries
        )
    }

    func write(to message: inout Hearth__V1__Counters, _: MessageWriter) {
        message.connections = connections
        message.refused_connections = refusedConnections
        message.calls = calls
        message.received_bytes = receivedBytes
        message.sent_bytes = sentBytes
        message.writes = writes
        message.refused_writes = refusedWrites
        message.groups = groups
        message.added_samples = addedSamples
        message.deleted_samples = deletedSamples
        message.change_batches = changeBatches
        message.change_deliveries = changeDeliveries
    }
}
