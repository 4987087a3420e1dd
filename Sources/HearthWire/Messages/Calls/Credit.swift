internal import CHearthProtocol
internal import HearthModel

/// Allows an open stream more bytes.
package struct Credit: Hashable, Sendable {
    package var bytes: UInt64

    package init(bytes: UInt64) {
        self.bytes = bytes
    }
}

extension Credit: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Credit> { hearth__v1__credit__init }

    init(_ message: Hearth__V1__Credit, _: MessageReader) throws(HearthError) {
        bytes = message.bytes
        guard bytes > 0, bytes <= Limits.creditBytes else {
            throw HearthError(
                .valueOutOfRange,
                "The credit is \(bytes) bytes, where 1 to \(Limits.creditBytes) are allowed.",
                field: "bytes"
            )
        }
    }

    func write(to message: inout Hearth__V1__Credit, _: MessageWriter) {
        message.bytes = bytes
    }
}
