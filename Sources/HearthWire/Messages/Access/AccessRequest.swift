internal import CHearthProtocol
internal import HearthModel

extension AccessRequest: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__AccessRequest> { hearth__v1__access_request__init }

    init(_ message: Hearth__V1__AccessRequest, _ reader: MessageReader) throws(HearthError) {
        self.init(
            AppID(try reader.name(message.bundle_identifier, "bundle_identifier")),
            name: try reader.text(message.name, "name"),
            share: try reader.types(message.share, message.n_share, "share"),
            read: try reader.types(message.read, message.n_read, "read"),
            shareUsage: try reader.text(message.share_usage, "share_usage"),
            readUsage: try reader.text(message.read_usage, "read_usage"),
            time: Timestamp(nanoseconds: message.time),
            isVerified: message.verified != 0,
            process: ObservedProcess(
                program: try reader.text(message.program, "program"),
                unit: try reader.text(message.unit, "unit")
            )
        )
    }

    func write(to message: inout Hearth__V1__AccessRequest, _ writer: MessageWriter) {
        message.bundle_identifier = writer.text(app.description)
        message.name = writer.text(name)
        message.n_share = share.count
        message.share = writer.texts(share.map(\.identifier))
        message.n_read = read.count
        message.read = writer.texts(read.map(\.identifier))
        message.share_usage = writer.text(shareUsage)
        message.read_usage = writer.text(readUsage)
        message.time = time.nanoseconds
        message.verified = isVerified ? 1 : 0
        message.program = writer.text(process.program)
        message.unit = writer.text(process.unit)
    }
}
