import HearthModel
import HearthServer
import HearthWire

/// A process of an app: one that the server has started, or one that a user has opened.
final class AppInstance {
    /// What becomes of it.
    enum Plan: CaseIterable {
        case endsBeforeConnecting, endsAfterConnecting, endsBeforeAcknowledging, endsAfterAcknowledging
        case handlesAndEnds, handlesAndStays, hangs, hangsBeforeConnecting, connectsAgainAndEnds
    }

    let app: SimulatedApp
    /// Nil: the server knows nothing of it.
    var process: AppProcessID?
    /// When the server started it, in nanoseconds.
    var startedAt: Int64 = 0
    let plan: Plan
    /// It says anew for what its app is registered.
    let registers: Bool
    /// It does not end when it is asked to.
    let ignoresSignals: Bool
    unowned let world: DeliverySimulation
    private(set) var isOver = false
    var link: AppLink?
    /// What it has read, put away or not.
    private var copy: CursorCopy
    /// What it reads lies after this commit.
    private var floor: UInt64 = 0
    private var hasRead = false
    private var hasConnectedAgain = false
    private var isTold = false
    private var lastCall: UInt64 = 0
    private var acknowledgements: [UInt64: UInt64] = [:]
    private var meddlings: Set<UInt64> = []

    private static let reading: UInt64 = 10

    init(_ app: SimulatedApp, _ process: AppProcessID?, _ plan: Plan, _ world: DeliverySimulation) {
        self.app = app
        self.process = process
        self.plan = plan
        self.world = world
        registers = app.launches == 0 || world.random.chance(world.isSuspended(app) ? 50 : 10)
        ignoresSignals = world.random.chance(30)
        copy = app.copy
    }

    // MARK: - Steps

    /// Does the next thing. `frames`: as many of those it has sent arrive at the server.
    func step(frames: Int) throws {
        guard !isOver else { return }
        guard let link else { return connectOrEnd() }
        link.deliver(frames, to: world.core)
        for received in link.read() where !isOver {
            try take(received)
        }
        if plan == .endsAfterConnecting {
            world.occurrences.note(.endsAfterConnecting)
            end()
        } else if link.isOver {
            // The server has ended the connection: the app connects again, and goes on where it was.
            self.link = nil
        }
    }

    private func connectOrEnd() {
        switch plan {
        case .endsBeforeConnecting:
            world.occurrences.note(.endsBeforeConnecting)
            end()
        case .hangsBeforeConnecting: world.occurrences.note(.hangsBeforeConnecting)
        default: connect()
        }
    }

    private func connect() {
        let link = AppLink()
        self.link = link
        world.links.append(link)
        world.note("\(app.name) connects")
        isTold = false
        acknowledgements = [:]
        meddlings = []
        lastCall = AppInstance.reading
        link.send(1, .hello(Hello(major: 1, minor: 2, app: App(bundleIdentifier: app.name))))
        if registers {
            register(link)
        }
        let clauses = app.types.map { Clause(type: $0) }
        switch app.kind {
        case .observes, .observesSilently:
            link.send(
                AppInstance.reading,
                .observe(Observe(clauses: clauses, acknowledges: app.kind == .observes))
            )
        case .reads:
            // A process that has read before goes on with that; a new one where the cursor stands.
            if hasRead {
                world.occurrences.note(.returnsToOwnAnchor)
            } else {
                copy = app.copy
            }
            floor = hasRead ? copy.place : app.acknowledgedPlace
            let anchor = hasRead ? copy.anchor : []
            link.send(
                AppInstance.reading,
                .queryChanges(QueryChanges(clauses: clauses, anchor: anchor, follow: true, cursor: "sync"))
            )
        }
        if world.random.chance(5) {
            meddle(link)
        }
    }

    private func register(_ link: AppLink) {
        let isFirst = app.launches == 0
        world.occurrences.note(isFirst ? .registration : .registrationAgain)
        let changesLaunch = isFirst || world.random.chance(50)
        if changesLaunch, !isFirst {
            world.occurrences.note(.otherLaunch)
        }
        let disables = !isFirst && world.random.chance(20)
        if disables {
            // What it has said of how it is started is gone with that.
            world.occurrences.note(.disabling)
            link.send(2, .backgroundDelivery(BackgroundDelivery(disableAll: true)))
        }
        let launch = changesLaunch || disables || world.random.chance(50) ? app.nextLaunch() : nil
        link.send(3, .backgroundDelivery(BackgroundDelivery(enable: app.registrations, launch: launch)))
    }

    /// Tries what only the owner's tool may do.
    private func meddle(_ link: AppLink) {
        guard let victim = world.random.pick(world.apps),
            let action = world.random.pick(BackgroundControl.Action.allCases)
        else { return }
        lastCall += 1
        meddlings.insert(lastCall)
        world.occurrences.note(.meddling)
        link.send(lastCall, .backgroundControl(BackgroundControl(action, app: victim.name)))
    }

    // MARK: - What comes

    private func take(_ received: CoreConnection.Received) throws {
        switch received.reply {
        case .notice(let notice):
            let types = notice.types.isEmpty ? app.types : notice.types.compactMap(ObjectType.init(identifier:))
            try isTold(of: types, notice.anchor)
        case .changes(let batch):
            hasRead = true
            try copy.take(batch, app.types, after: floor, world.truth)
            try isTold(of: app.types, batch.anchor)
        case .acknowledged:
            try isAnswered(acknowledgements.removeValue(forKey: received.call))
        case .error(let reply):
            if meddlings.remove(received.call) != nil {
                try ensure([.authorizationDenied, .shuttingDown].contains(reply.error.code), .ownApp, "\(reply.error)")
            } else {
                world.note("\(app.name) is refused: \(reply.error.code)")
                if received.call > AppInstance.reading, plan == .handlesAndEnds {
                    end()
                }
            }
        case .backgroundApp:
            throw Violation(.ownApp, "\(app.name) may do what only the owner's tool may")
        default: break
        }
    }

    private func isTold(of types: [ObjectType], _ anchor: EncodedAnchor) throws {
        let commit = try Anchor(decoding: anchor, world.truth.seal).sequence
        world.note("\(app.name) is told of \(commit)")
        world.occurrences.note(app.kind == .observesSilently ? .toldSilently : isTold ? .toldWhileConnected : .told)
        isTold = true
        switch plan {
        case .endsBeforeConnecting, .endsAfterConnecting, .hangsBeforeConnecting: break
        case .hangs: world.occurrences.note(.hangs)
        case .connectsAgainAndEnds:
            if hasConnectedAgain {
                world.occurrences.note(.connectsAgainAndEnds)
                end()
            } else {
                hasConnectedAgain = true
                link?.hangUp()
                link = nil
            }
        case .endsBeforeAcknowledging:
            world.occurrences.note(.endsBeforeAcknowledging)
            if app.kind == .reads {
                // In the middle of processing, or between what it puts away and what it says.
                let hasSaved = world.random.chance(50)
                world.occurrences.note(hasSaved ? .savesWithoutAcknowledging : .diesInTheMiddleOfProcessing)
                if hasSaved {
                    app.copy = copy
                }
            }
            end()
        case .endsAfterAcknowledging:
            acknowledge(types, anchor, commit)
            world.occurrences.note(.endsAfterAcknowledging)
            end()
        case .handlesAndEnds: acknowledge(types, anchor, commit)
        case .handlesAndStays:
            world.occurrences.note(.handlesAndStays)
            acknowledge(types, anchor, commit)
        }
    }

    private func acknowledge(_ types: [ObjectType], _ anchor: EncodedAnchor, _ commit: UInt64) {
        if app.kind == .reads {
            app.copy = copy
        }
        guard app.kind != .observesSilently, let link else {
            if plan == .handlesAndEnds {
                end()
            }
            return
        }
        if world.isSuspended(app) {
            world.occurrences.note(.resumedByAcknowledging)
        }
        for type in types {
            app.dealtWith[type] = max(app.dealtWith[type] ?? 0, commit)
        }
        lastCall += 1
        acknowledgements[lastCall] = commit
        let cursor = app.kind == .reads ? "sync" : ""
        link.send(lastCall, .acknowledge(Acknowledge(anchor: anchor, types: types, cursor: cursor)))
        if let old = world.random.pick(app.oldAnchors), world.random.chance(5) {
            // What was said before is said again: nothing goes back.
            world.occurrences.note(.oldAcknowledgement)
            lastCall += 1
            link.send(lastCall, .acknowledge(Acknowledge(anchor: old, types: types, cursor: cursor)))
        }
        app.oldAnchors.append(anchor)
    }

    private func isAnswered(_ commit: UInt64?) throws(Violation) {
        guard let commit else { return }
        if app.kind == .reads {
            app.acknowledgedPlace = max(app.acknowledgedPlace, commit)
        }
        if plan == .handlesAndEnds {
            world.occurrences.note(.handlesAndEnds)
            end()
        }
    }

    // MARK: - The end

    /// Somebody wants it to end; it may not listen.
    func isAskedToEnd() {
        world.occurrences.note(.askedToEnd)
        if !ignoresSignals || plan == .handlesAndStays {
            end()
        }
    }

    func end() {
        guard !isOver else { return }
        isOver = true
        world.note("\(app.name) ends")
        if link?.carriesAcknowledgement == true {
            world.occurrences.note(.acknowledgementAfterTheEnd)
        }
        link?.hangUp()
        if let process {
            world.endedProcesses.append(process)
        }
    }
}
