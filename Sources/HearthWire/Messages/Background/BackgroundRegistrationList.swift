internal import CHearthProtocol
package import HearthModel

/// All registrations of an app, by their types' identifiers.
package struct BackgroundRegistrationList: Hashable, Sendable {
    /// Without those of types that only a newer server knows.
    package var registrations: [BackgroundRegistration]

    package init(registrations: [BackgroundRegistration]) {
        self.registrations = registrations
    }
}

extension BackgroundRegistrationList: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__BackgroundRegistrationList> {
        hearth__v1__background_registration_list__init
    }

    init(_ message: Hearth__V1__BackgroundRegistrationList, _ reader: MessageReader) throws(HearthError) {
        let known: [BackgroundRegistration?] = try reader.knownMessages(
            message.registrations,
            message.n_registrations,
            "registrations"
        )
        registrations = known.compactMap(\.self)
    }

    func write(to message: inout Hearth__V1__BackgroundRegistrationList, _ writer: MessageWriter) {
        message.n_registrations = registrations.count
        message.registrations = writer.messages(registrations)
    }
}
