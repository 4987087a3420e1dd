internal import CHearthProtocol
internal import HearthModel

extension ChangeBatch: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__ChangeBatch> { hearth__v1__change_batch__init }

    init(_ message: Hearth__V1__ChangeBatch, _ reader: MessageReader) throws(HearthError) {
        self.init(
            added: try reader.knownMessages(
                message.added,
                message.n_added,
                "added",
                atMost: Limits.columnsPerFrame
            ).compactMap { $0 },
            members: try reader.knownMessages(
                message.members,
                message.n_members,
                "members",
                atMost: Limits.columnsPerFrame
            ).compactMap { $0 },
            deleted: try reader.message(message.deleted, "deleted"),
            anchor: try reader.anchor(message.anchor),
            caughtUp: message.caught_up != 0
        )
    }

    func write(to message: inout Hearth__V1__ChangeBatch, _ writer: MessageWriter) {
        message.n_added = added.count
        message.added = writer.messages(added)
        message.n_members = members.count
        message.members = writer.messages(members)
        message.deleted = writer.message(deleted)
        message.anchor = writer.column(anchor.bytes)
        message.caught_up = caughtUp ? 1 : 0
    }
}
