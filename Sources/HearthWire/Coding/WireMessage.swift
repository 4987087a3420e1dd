internal import CHearthProtocol
internal import HearthModel

/// A value that is a message on the wire, in both directions. Each message has its own file under Messages.
///
/// Unsafe pointers: protobuf-c's functions and fields are made of them. They are named here, for all messages.
protocol WireMessage {
    /// protobuf-c's struct for the message.
    associatedtype CMessage

    /// Sets a message to its defaults; protobuf-c's `…__init`.
    static var initialize: MessageInitializer<CMessage> { get }

    /// Reads a message that protobuf-c has unpacked, and checks everything that protobuf-c does not.
    init(_ message: CMessage, _ reader: MessageReader) throws(HearthError)

    /// Fills in a message that was set to its defaults.
    func write(to message: inout CMessage, _ writer: MessageWriter)
}

/// What sets a message to its defaults.
typealias MessageInitializer<CMessage> = (UnsafeMutablePointer<CMessage>?) -> Void

/// The elements of a repeated field of messages, as protobuf-c has them.
typealias MessageList<CMessage> = UnsafeMutablePointer<UnsafeMutablePointer<CMessage>?>?
