internal import CHearthProtocol
internal import HearthModel

/// Ends an open call.
struct Cancel {}

extension Cancel: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Cancel> { hearth__v1__cancel__init }

    init(_: Hearth__V1__Cancel, _: MessageReader) throws(HearthError) {
        self.init()
    }

    func write(to _: inout Hearth__V1__Cancel, _: MessageWriter) {

    }
}
