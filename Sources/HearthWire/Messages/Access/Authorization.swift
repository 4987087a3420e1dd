internal import CHearthProtocol
internal import HearthModel

extension Authorization: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Authorization> { hearth__v1__authorization__init }

    init(_ message: Hearth__V1__Authorization, _ reader: MessageReader) throws(HearthError) {
        self.init(
            share: try reader.types(message.share, message.n_share, "share"),
            read: try reader.types(message.read, message.n_read, "read"),
            isRequest: message.request != 0,
            shareUsage: try reader.text(message.share_usage, "share_usage"),
            readUsage: try reader.text(message.read_usage, "read_usage")
        )
        try validate()
    }

    func write(to message: inout Hearth__V1__Authorization, _ writer: MessageWriter) {
        message.n_share = share.count
        message.share = writer.texts(share.map(\.identifier))
        message.n_read = read.count
        message.read = writer.texts(read.map(\.identifier))
        message.request = isRequest ? 1 : 0
        message.share_usage = writer.text(shareUsage)
        message.read_usage = writer.text(readUsage)
    }
}
