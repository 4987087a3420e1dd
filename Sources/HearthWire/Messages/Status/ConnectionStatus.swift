internal import CHearthProtocol
internal import HearthModel

/// A connection. Its counters count since it began.
package struct ConnectionStatus: Hashable, Sendable {
    /// The app of the connection; empty before its Hello.
    package var bundleIdentifier: String
    /// The client library.
    package var client: String
    /// Calls that are open now.
    package var openCalls: UInt64
    /// Calls opened.
    package var calls: UInt64
    /// The frames' lengths included.
    package var receivedBytes: UInt64
    /// The frames' lengths included.
    package var sentBytes: UInt64
    /// The bytes of frames that the client has not read yet.
    package var unsentBytes: UInt64
    /// The open calls that follow changes, by their numbers.
    package var subscriptions: [SubscriptionStatus]
    /// The process that opened the connection; 0 if it is not known.
    package var process: UInt64

    package init(
        bundleIdentifier: String = "",
        client: String = "",
        openCalls: UInt64 = 0,
        calls: UInt64 = 0,
        receivedBytes: UInt64 = 0,
        sentBytes: UInt64 = 0,
        unsentBytes: UInt64 = 0,
        subscriptions: [SubscriptionStatus] = [],
        process: UInt64 = 0
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.client = client
        self.openCalls = openCalls
        self.calls = calls
        self.receivedBytes = receivedBytes
        self.sentBytes = sentBytes
        self.unsentBytes = unsentBytes
        self.subscriptions = subscriptions
        self.process = process
    }
}

extension ConnectionStatus: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__ConnectionStatus> { hearth__v1__connection_status__init }

    init(_ message: Hearth__V1__ConnectionStatus, _ reader: MessageReader) throws(HearthError) {
        bundleIdentifier = try reader.text(message.bundle_identifier, "bundle_identifier")
        client = try reader.text(message.client, "client")
        openCalls = message.open_calls
        calls = message.calls
        receivedBytes = message.received_bytes
        sentBytes = message.sent_bytes
        unsentBytes = message.unsent_bytes
        subscriptions = try reader.messages(message.subscriptions, message.n_subscriptions, "subscriptions")
        process = message.process
    }

    func write(to message: inout Hearth__V1__ConnectionStatus, _ writer: MessageWriter) {
        message.bundle_identifier = writer.text(bundleIdentifier)
        message.client = writer.text(client)
        message.open_calls = openCalls
        message.calls = calls
        message.received_bytes = receivedBytes
        message.sent_bytes = sentBytes
        message.unsent_bytes = unsentBytes
        message.n_subscriptions = subscriptions.count
        message.subscriptions = writer.messages(subscriptions)
        message.process = process
    }
}
