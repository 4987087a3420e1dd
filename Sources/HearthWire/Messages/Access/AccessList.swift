internal import CHearthProtocol
internal import HearthModel

extension AccessList: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__AccessList> { hearth__v1__access_list__init }

    init(_ message: Hearth__V1__AccessList, _ reader: MessageReader) throws(HearthError) {
        self.init(try reader.messages(message.apps, message.n_apps, "apps"))
    }

    func write(to message: inout Hearth__V1__AccessList, _ writer: MessageWriter) {
        message.n_apps = apps.count
        message.apps = writer.messages(apps)
    }
}
