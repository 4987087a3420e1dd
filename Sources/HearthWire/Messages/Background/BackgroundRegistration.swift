internal import CHearthProtocol
internal import HearthModel

extension BackgroundRegistration: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__BackgroundRegistration> {
        hearth__v1__background_registration__init
    }

    init(_ message: Hearth__V1__BackgroundRegistration, _ reader: MessageReader) throws(HearthError) {
        self.init(
            type: try reader.type(message.type, "type"),
            frequency: UpdateFrequency(rawValue: message.frequency.rawValue)
        )
        if !reader.isReply {
            try validate()
        }
    }

    func write(to message: inout Hearth__V1__BackgroundRegistration, _ writer: MessageWriter) {
        message.type = writer.text(type.identifier)
        message.frequency = Hearth__V1__UpdateFrequency(rawValue: frequency.rawValue)
    }
}
