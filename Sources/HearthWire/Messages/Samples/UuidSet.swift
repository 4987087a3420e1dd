internal import CHearthProtocol
internal import HearthModel

/// A set of objects on the wire.
struct UuidSet {
    let ids: [ObjectID]
}

extension UuidSet: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__UuidSet> { hearth__v1__uuid_set__init }

    init(_ message: Hearth__V1__UuidSet, _ reader: MessageReader) throws(HearthError) {
        ids = try reader.column(message.uuids, "uuids")
    }

    func write(to message: inout Hearth__V1__UuidSet, _ writer: MessageWriter) {
        message.uuids = writer.column(ids)
    }
}
