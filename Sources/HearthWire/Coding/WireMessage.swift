internal import CHearthProtocol
internal import HearthModel

/// A value that is a message on the wire. Each message has its own file under Messages.
///
/// Unsafe pointers: protobuf-c's functions and fields use them. This file names them for all messages.
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

/// Sets a message to its defaults.
typealias MessageInitializer<CMessage> = (UnsafeMutablePointer<CMessage>?) -> Void

/// The elements of a repeated message field in protobuf-c.
typealias MessageList<CMessage> = UnsafeMutablePointer<UnsafeMutablePointer<CMessage>?>?
