internal import CHearthProtocol
internal import HearthModel

/// Asks for figures about the server.
struct Status {}

extension Status: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Status> { hearth__v1__status__init }

    init(_: Hearth__V1__Status, _: MessageReader) throws(HearthError) {
        self.init()
    }

    func write(to _: inout Hearth__V1__Status, _: MessageWriter) {

    }
}
