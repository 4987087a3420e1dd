import HearthModel
import HearthStore
import HearthWire

/// What is durable, kept from outside: from what the writer was given, and by the rules of the protocol's chapter 8.
struct DeliveryTruth {
    struct Registration {
        var frequency: UpdateFrequency
        /// What was committed before it is no news.
        let since: UInt64
        var acknowledged: UInt64
        var failures: UInt32 = 0
        /// When the app was last to be started for something new, and when something was last tried that has not been
        /// acknowledged since.
        var begun: Timestamp?
        var attempted: Timestamp?
        var isSuspended: Bool { failures >= 3 }
    }

    struct App {
        var registrations: [ObjectType: Registration] = [:]
        var launch: BackgroundLaunch?
        /// Where its cursor stands.
        var cursor: UInt64 = 0
        /// Deliveries that have begun and for which no process was started yet.
        var begins = 0
        /// The server was told of a write that it was refused, and it was not: what the server decides next it decides
        /// by what was before.
        var isUnknown = false
    }

    struct Sample {
        let type: ObjectType
        let saved: UInt64
        var deleted: UInt64?
    }

    private(set) var head: UInt64 = 0
    private(set) var lastChange: [ObjectType: UInt64] = [:]
    private(set) var samples: [ObjectID: Sample] = [:]
    var apps: [String: App] = [:]
    let firstPause: Int64
    let seal: AnchorSeal

    init(firstPause: Int64, _ seal: AnchorSeal) {
        self.seal = seal
        self.firstPause = firstPause
    }

    /// What a write does that is durable. Throws when the server should not have asked for it. `isRefused`: the server
    /// is told that it is not.
    mutating func apply(_ write: Write, isRefused: Bool) throws {
        let name = write.origin.source.bundleIdentifier
        switch write.operation {
        case .save(let columns):
            let count = columns.reduce(0) { $0 + $1.ids.count }
            head += UInt64(count)
            for samples in columns {
                lastChange[samples.type] = head
                for id in samples.ids {
                    self.samples[id] = Sample(type: samples.type, saved: head)
                }
            }
        case .delete(.objects(let ids)):
            head += UInt64(ids.count)
            for id in ids {
                samples[id]?.deleted = head
                if let type = samples[id]?.type {
                    lastChange[type] = head
                }
            }
        case .register(let delivery): register(delivery, name)
        case .acknowledge(let acknowledgement): try acknowledge(acknowledgement, name)
        case .noteDelivery(let note): try self.note(note, name, isRefused)
        case .storeCounts: break
        case .delete(.matching), .addToWorkout, .setCharacteristics, .rankSources, .controlAccess, .recordAccess:
            throw Violation(.ownApp, "the server writes what nobody has asked for")
        }
        if isRefused {
            apps[name]?.isUnknown = true
        }
    }

    private mutating func register(_ delivery: BackgroundDelivery, _ name: String) {
        var app = apps[name] ?? App()
        let enabled = Set(delivery.enable.map(\.type))
        app.registrations = app.registrations.filter { type, _ in
            enabled.contains(type) || !(delivery.disableAll || delivery.disable.contains(type))
        }
        for wanted in delivery.enable {
            let made = Registration(frequency: wanted.frequency, since: head, acknowledged: head)
            var registration = app.registrations[wanted.type] ?? made
            registration.frequency = wanted.frequency
            if registration.isSuspended {
                registration.failures = 0
                registration.attempted = nil
            }
            app.registrations[wanted.type] = registration
        }
        if let launch = delivery.launch, !launch.isFallback || app.launch?.isFallback != false {
            app.launch = launch
        }
        if app.registrations.isEmpty {
            app.launch = nil
        }
        apps[name] = app
    }

    private mutating func acknowledge(_ acknowledgement: Acknowledge, _ name: String) throws {
        let place = try Anchor(decoding: acknowledgement.anchor, seal).sequence
        for type in acknowledgement.types {
            apps[name]?.registrations[type]?.acknowledge(upTo: place)
        }
        if !acknowledgement.cursor.isEmpty {
            apps[name, default: App()].cursor = max(apps[name]?.cursor ?? 0, place)
        }
    }

    // MARK: - What the server notes

    private mutating func note(_ note: DeliveryNote, _ name: String, _ isRefused: Bool) throws {
        switch note.event {
        case .begun(let time):
            if !isRefused {
                apps[name, default: App()].begins += 1
            }
            for type in note.types {
                try begin(type, name, at: time)
            }
            apps[name]?.isUnknown = false
        case .failed(let time):
            for type in note.types {
                guard var registration = apps[name]?.registrations[type] else { continue }
                registration.failures = min(registration.failures + 1, 3)
                registration.attempted = time
                apps[name]?.registrations[type] = registration
            }
        case .passedOver(let commit):
            for type in note.types {
                apps[name]?.registrations[type]?.acknowledge(upTo: commit)
            }
        case .removed: break
        case .resumed:
            for type in note.types {
                apps[name]?.registrations[type]?.failures = 0
                apps[name]?.registrations[type]?.attempted = nil
            }
        }
    }

    /// No more often than the frequency allows; again only after the pause; and not at all when it is suspended. A time
    /// to come is of a clock that was set back since.
    private mutating func begin(_ type: ObjectType, _ name: String, at time: Timestamp) throws(Violation) {
        guard var registration = apps[name]?.registrations[type] else { return }
        if apps[name]?.isUnknown == false {
            try check(registration, type, name, at: time)
        }
        if registration.attempted == nil {
            registration.begun = time
        }
        registration.attempted = time
        apps[name]?.registrations[type] = registration
    }

    private func check(
        _ registration: Registration,
        _ type: ObjectType,
        _ name: String,
        at time: Timestamp
    ) throws(Violation) {
        try ensure(!registration.isSuspended, .frequency, "\(name) is started for \(type), which is suspended")
        if let attempted = registration.attempted, attempted <= time {
            let pause = firstPause * (registration.failures < 2 ? 1 : 4)
            let passed = time.nanoseconds - attempted.nanoseconds
            try ensure(passed >= pause, .frequency, "\(name) is started again for \(type) after \(passed) ns")
        }
        if registration.attempted == nil, let begun = registration.begun, begun <= time {
            let passed = time.nanoseconds - begun.nanoseconds
            try ensure(
                passed >= registration.frequency.hours * 3_600_000_000_000,
                .frequency,
                "\(name) is started for \(type), \(registration.frequency.hours) h, after \(passed) ns"
            )
        }
    }
}

extension DeliveryTruth.Registration {
    fileprivate mutating func acknowledge(upTo commit: UInt64) {
        acknowledged = max(acknowledged, commit)
        failures = 0
        attempted = nil
    }
}

extension UpdateFrequency {
    /// So much time lies between two deliveries at least.
    var hours: Int64 {
        switch self {
        case .hourly: 1
        case .daily: 24
        case .weekly: 168
        default: 0
        }
    }
}
