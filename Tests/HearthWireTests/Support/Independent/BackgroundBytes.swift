import HearthModel
import HearthWire

extension BackgroundDelivery {
    var wireBytes: WireBytes {
        WireBytes("BackgroundDelivery") {
            $0.messages(1, enable.map(\.wireBytes))
            $0.texts(2, disable.map(\.identifier))
            $0.bool(3, disableAll)
        }
    }
}

extension BackgroundRegistration {
    var wireBytes: WireBytes {
        WireBytes("BackgroundRegistration") {
            $0.text(1, type.identifier)
            $0.enumeration(2, frequency.rawValue, of: "UpdateFrequency")
        }
    }
}

extension BackgroundRegistrationList {
    var wireBytes: WireBytes {
        WireBytes("BackgroundRegistrationList") {
            $0.messages(1, registrations.map(\.wireBytes))
        }
    }
}
