import HearthModel
import HearthWire

extension BackgroundDelivery {
    var wireBytes: WireBytes {
        WireBytes("BackgroundDelivery") {
            $0.messages(1, enable.map(\.wireBytes))
            $0.texts(2, disable.map(\.identifier))
            $0.bool(3, disableAll)
            $0.message(4, launch?.wireBytes)
        }
    }
}

extension BackgroundLaunch {
    var wireBytes: WireBytes {
        WireBytes("BackgroundLaunch") {
            switch means {
            case .command(let words, let folder):
                $0.texts(1, words)
                $0.text(2, folder)
            case .systemdUnit(let unit):
                $0.text(3, unit)
            }
            $0.uint(4, timeLimitSeconds)
            $0.bool(5, isFallback)
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

extension Acknowledge {
    var wireBytes: WireBytes {
        WireBytes("Acknowledge") {
            $0.bytes(1, anchor.bytes)
            $0.texts(2, types.map(\.identifier))
            $0.text(3, cursor)
        }
    }
}

extension Acknowledged {
    var wireBytes: WireBytes {
        WireBytes("Acknowledged") {
            $0.bytes(1, anchor.bytes)
        }
    }
}

extension BackgroundControl {
    var wireBytes: WireBytes {
        WireBytes("BackgroundControl") {
            $0.enumeration(1, action.rawValue, of: "BackgroundAction")
            $0.text(2, app)
            $0.text(3, type?.identifier ?? "")
        }
    }
}

extension BackgroundAppStatus {
    var wireBytes: WireBytes {
        WireBytes("BackgroundAppStatus") {
            $0.text(1, bundleIdentifier)
            $0.uint(2, registrations)
            $0.messages(3, types.map(\.wireBytes))
            $0.text(4, launch)
            $0.uint(5, process)
            $0.uint(6, cursors)
        }
    }
}

extension BackgroundTypeStatus {
    var wireBytes: WireBytes {
        WireBytes("BackgroundTypeStatus") {
            $0.text(1, type)
            $0.enumeration(2, frequency.rawValue, of: "UpdateFrequency")
            $0.bool(3, pending)
            $0.uint(4, failures)
            $0.bool(5, suspended)
            $0.int(6, next.nanoseconds)
        }
    }
}
