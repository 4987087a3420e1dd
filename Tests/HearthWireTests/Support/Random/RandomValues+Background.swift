import HearthModel
import HearthWire

// MARK: - Requests

extension RandomValues {
    mutating func backgroundDelivery() -> BackgroundDelivery {
        var delivery = BackgroundDelivery(disableAll: flag(), launch: maybe { $0.backgroundLaunch() })
        let types = Set(array(count(0...5)) { $0.pick(Self.storedTypes) }).filter { $0.kind != .correlation }
        for type in types.sorted(by: { $0.index < $1.index }) {
            if chance(oneIn: 3) {
                delivery.disable.append(type)
            } else {
                delivery.enable.append(BackgroundRegistration(type: type, frequency: pick(UpdateFrequency.all)))
            }
        }
        return delivery
    }

    private mutating func backgroundLaunch() -> BackgroundLaunch {
        BackgroundLaunch(
            flag()
                ? .command(
                    [absolutePath()] + array(pick([0, 1, 3, Limits.launchArguments - 1])) { $0.text(atMost: 64) },
                    workingDirectory: flag() ? "" : absolutePath()
                )
                : .systemdUnit("run" + text(atMost: 64).filter { !$0.unicodeScalars.contains("/") } + ".service"),
            timeLimitSeconds: pick([0, 1, 30, BackgroundLaunch.timeLimitSecondsMax]),
            isFallback: flag()
        )
    }

    private mutating func absolutePath() -> String {
        "/" + text(atMost: 64)
    }

    /// Without an anchor a cursor is forgotten.
    mutating func acknowledgement() -> Acknowledge {
        let anchor = anchor()
        guard !anchor.isEmpty else { return Acknowledge(anchor: [], cursor: name()) }
        return Acknowledge(anchor: anchor, types: array(count(0...4)) { $0.pick(Self.storedTypes) }, cursor: text())
    }

    mutating func backgroundControl() -> BackgroundControl {
        BackgroundControl(
            pick(BackgroundControl.Action.allCases),
            app: name(),
            type: maybe { $0.pick(Self.storedTypes) }
        )
    }
}

// MARK: - Replies

extension RandomValues {
    mutating func registrationList() -> BackgroundRegistrationList {
        BackgroundRegistrationList(
            registrations: array(count(0...4)) {
                BackgroundRegistration(type: $0.pick(Self.storedTypes), frequency: $0.frequencyOfReply())
            }
        )
    }

    mutating func backgroundAppStatus() -> BackgroundAppStatus {
        BackgroundAppStatus(
            bundleIdentifier: text(),
            registrations: unsigned(),
            types: array(count(0...3)) { $0.backgroundTypeStatus() },
            launch: text(),
            process: unsigned(),
            cursors: unsigned()
        )
    }

    private mutating func backgroundTypeStatus() -> BackgroundTypeStatus {
        BackgroundTypeStatus(
            type: chance(oneIn: 8) ? text() : pick(Self.storedTypes).identifier,
            frequency: frequencyOfReply(),
            pending: flag(),
            failures: unsigned32(),
            suspended: flag(),
            next: anyTime()
        )
    }

    /// A number of a newer server is kept as it comes.
    private mutating func frequencyOfReply() -> UpdateFrequency {
        chance(oneIn: 8) ? UpdateFrequency(rawValue: 9) : pick(UpdateFrequency.all)
    }
}
