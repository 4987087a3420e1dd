internal import CHearthProtocol
internal import HearthModel

/// A value that is a message on the wire, in both directions. Each message has its own file under Messages.
protocol WireMessage {
    /// protobuf-c's struct for the message.
    associatedtype CMessage

    /// Sets a message to its defaults; protobuf-c's `…__init`.
    static func initialize(_ message: UnsafeMutablePointer<CMessage>?)

    /// Reads a message that protobuf-c has unpacked, and checks everything that protobuf-c does not.
    init(_ message: CMessage, _ reader: MessageReader) throws(HearthError)

    /// Fills in a message that was set to its defaults.
    func write(to message: inout CMessage, _ writer: MessageWriter)
}
