import HearthModel
import HearthStore

/// Drives the server: sockets, time, the thread that writes, and those that read. Everything here happens on the thread that
/// calls `run`.
///
///     poll -> SocketConnection -> Server, and what it answers at once -> turn -> reads and writes to their threads -> send -> poll
final class ServerLoop {
    let loop = EventLoop()
    let server: Server
    private let log: Log
    private let appSocketFolder: AppSocketFolder
    private let connectionsMax: Int
    private var writer: WriterThread?
    private var readers: ReaderPool?
    private var wakeups: [Wakeup] = []
    private var deadlines: Timer?
    private var listener: Listener?
    private var appSockets: AppSockets?
    /// By their numbers.
    private var connections = NumberedTable<SocketConnection>()
    private let input: InputBuffer
    private var processes: AppProcesses?
    /// What the timer is set to.
    private var scheduled: Int64?
    private var isRunning = true
    // The last messages logged about connections, the store and maintenance; "" once the problem is resolved.
    private var lastRefusal = ""
    private var lastFault = ""
    private var lastMaintenanceFailure = ""
    /// Why the last write was refused by the storage.
    private var writeFailure: HearthError?
    /// What is wrong with the store's files.
    private var changedFiles: HearthError?

    /// `environment`: that of the apps that are started. `units`: where they run, if not as child processes.
    init(
        _ writer: StoreWriter,
        options: ServerOptions,
        log: Log,
        environment: [String: String] = [:],
        units: TransientUnits? = nil
    ) throws(HearthError) {
        self.log = log
        appSocketFolder = options.appSockets
        connectionsMax = options.connectionsMax
        input = InputBuffer(bytes: options.turns.readBytes)
        let reader = try writer.makeReader()
        server = Server(writer.snapshot, reader, options: options, time: ServerLoop.time)
        let runners = try (0..<ReaderPool.threadCount).map { _ throws(HearthError) in
            ReadRunner(try writer.makeReader())
        }
        let reads = Wakeup(loop) { [unowned self] in takeReads() }
        let freedMemory = FreedMemory()
        // Whatever the writer does meanwhile: it may never be idle.
        readers = ReaderPool(runners, becameIdle: { freedMemory.returnToSystem() }, wake: { reads.wake() })
        let reports = Wakeup(loop, isOfWriter: true) { [unowned self] in takeReports() }
        self.writer = WriterThread(writer, freedMemory) { reports.wake() }
        wakeups = [reads, reports]
        processes = AppProcesses(loop, server, environment: environment, units: units, log: log)
        deadlines = Timer(loop) { [unowned self] in
            scheduled = nil
            server.timePassed()
        }
        // The loop may have waited long since it looked at the clock.
        loop.willCall = { [unowned self] in server.time = ServerLoop.time }
    }

    static var time: ServerTime {
        ServerTime(nanoseconds: EventLoop.now, date: StoreWriter.systemClock())
    }

    /// Accepts connections on a socket that listens, and on those of apps, which `open` makes.
    func listen(
        on descriptor: Int32,
        open: @escaping (_ path: String) throws(StartError) -> OpenSocket
    ) {
        listener = makeListener(on: descriptor)
        let sockets = AppSockets(in: appSocketFolder, log, open: open) { [unowned self] descriptor, app in
            makeListener(on: descriptor, of: app)
        }
        sockets.update(to: server.snapshot.access)
        appSockets = sockets
    }

    private func makeListener(on descriptor: Int32, of app: AppID? = nil) -> Listener {
        Listener(
            loop,
            descriptor,
            connectionsMax: connectionsMax + ServerOptions.reservedConnections,
            count: { [unowned self] in connections.count },
            accepted: { [unowned self] in accept($0, of: $1, as: app) },
            refused: { [unowned self] in refuse($0) }
        )
    }

    /// Serves the process that is at the other end of a connected socket. `app`: the one whose own socket it is, if any.
    func accept(_ descriptor: Int32, of process: Int32, as app: AppID? = nil) {
        if connections.count < connectionsMax {
            lastRefusal = ""
        } else {
            warnOfRefusal(
                "\(connectionsMax) connections are open, which is the limit: only the owner's own tool may open more"
            )
        }
        let connection = SocketConnection(
            loop,
            server,
            descriptor,
            input,
            of: process,
            as: app,
            ended: { [unowned self] id in connections.remove(id.number) }
        )
        connections.set(connection, at: connection.id.number)
    }

    private func refuse(_ refusal: Listener.Refusal) {
        server.connections.noteRefusal()
        let text =
            switch refusal {
            case .otherUser(let user?): "a connection of user \(user) was refused: the store belongs to another user"
            case .otherUser(nil): "a connection was refused: the system does not tell the user of its process"
            case .noDescriptors: "a connection was refused: no file descriptors are left; raise the limit (ulimit -n)"
            case .tooMany: "a connection was refused: \(connections.count) are open, which is the limit"
            }
        warnOfRefusal(text)
    }

    private func warnOfRefusal(_ text: String) {
        if hasChanged(text, after: &lastRefusal) {
            log.warning(text)
        }
    }

    /// Runs until the store is closed; then `closing` ends what else the loop watches.
    func run(closing: () -> Void) {
        while isRunning {
            server.time = ServerLoop.time
            let hasMore = server.turn()
            processes?.execute(server.takeProcessOrders())
            for event in server.takeDeliveryEvents() {
                log.note(event)
            }
            if server.takeMaintenance() {
                writer?.send(.maintain)
            }
            while let writes = server.takeWrites() {
                writer?.send(.commit(writes))
            }
            let hasCalled = flushInTurns()
            sendReads()
            proceedWithStopping()
            scheduleDeadline()
            loop.poll(waiting: !hasMore && !hasCalled && isRunning && !server.hasWork, others: server.writerLoad)
        }
        writer?.join()
        processes?.close()
        deadlines?.close()
        for wakeup in wakeups {
            wakeup.close()
        }
        closing()
        // The loop calls back for each handle that was closed.
        loop.poll(waiting: false)
    }

    /// Sends the output of connections. Returns whether the loop handled other events meanwhile, which may have left work.
    private func flushInTurns() -> Bool {
        var hasCalled = false
        // Connections that join the queue meanwhile wait for the next round.
        for _ in 0..<server.connections.needsServiceCount {
            guard let id = server.connections.nextToService() else { break }
            if server.connections.hasLargeOutput(for: id) {
                // Small requests wait neither for large output to be made and sent, nor for one client after another.
                loop.callDue()
                hasCalled = true
            }
            connections[id.number]?.flush()
        }
        return hasCalled
    }

    private func scheduleDeadline() {
        let deadline = server.deadline
        guard deadline != scheduled else { return }
        scheduled = deadline
        guard let deadline else {
            deadlines?.stop()
            return
        }
        deadlines?.start(nanoseconds: deadline - EventLoop.now)
    }

    private func sendReads() {
        while let readers, readers.hasRoom, let read = server.takeRead() {
            readers.send(read)
        }
    }

    private func takeReads() {
        for read in readers?.takeFinished() ?? [] {
            server.finishRead(read)
        }
        // The threads continue while the loop sends what they have read.
        sendReads()
    }

    private func takeReports() {
        for report in writer?.takeReports() ?? [] {
            switch report {
            case .committed(let outcomes, let snapshot):
                server.finishWrites(outcomes, snapshot)
                appSockets?.update(to: server.snapshot.access)
                note(outcomes)
            case .maintained(let snapshot, let failure):
                server.finishMaintenance()
                server.advance(to: snapshot)
                appSockets?.update(to: server.snapshot.access)
                note(failure)
            case .examined(let fault):
                // The writes that were refused for it are not, any more.
                writeFailure = writeFailure == changedFiles ? nil : writeFailure
                changedFiles = fault
                noteFault()
            case .closed(let error):
                if let error {
                    log.error("the store was not closed cleanly: \(error)")
                }
                isRunning = false
            }
        }
    }

    /// Logs why maintenance fails.
    private func note(_ failure: HearthError?) {
        // The log already says that writes are refused for this reason.
        let failure = failure == changedFiles ?? writeFailure ? nil : failure
        let text = failure.map { "maintenance failed: \($0)" } ?? ""
        if hasChanged(text, after: &lastMaintenanceFailure), failure != nil {
            log.error(text)
        }
    }

    /// Logs that the storage refuses writes, or takes them again.
    private func note(_ outcomes: [WriteOutcome]) {
        for outcome in outcomes {
            switch outcome.result {
            case .success?:
                (writeFailure, changedFiles) = (nil, nil)
            case .failure(let error)? where [.storageFull, .storageFailed, .storageCorrupt].contains(error.code):
                writeFailure = error
            case .failure?, nil: continue
            }
            noteFault()
        }
    }

    private func noteFault() {
        let fault = changedFiles ?? writeFailure
        server.storeFault = fault?.message ?? ""
        let text = fault.map { "writes are refused: \($0)" } ?? ""
        guard hasChanged(text, after: &lastFault) else { return }
        if fault != nil {
            log.error(text)
        } else {
            log.info("the store accepts writes again")
        }
    }

    /// Whether the text differs from the last one: repeated failures must not fill the log, which is on a disk too.
    private func hasChanged(_ text: String, after last: inout String) -> Bool {
        defer { last = text }
        return text != last
    }

    // MARK: - Stopping

    private enum Stopping {
        case no
        case finishingWrites
        case closingConnections
        case closingStore
    }

    private var stopping = Stopping.no
    private var lastReads: Timer?

    /// The time that a client has at the end to read what it was sent.
    private static let lastReadNanoseconds: Int64 = 2_000_000_000

    /// Stops in order: accepts no connections, finishes complete writes, answers each call, closes the store.
    func stop() {
        guard stopping == .no else { return }
        stopping = .finishingWrites
        listener?.close()
        listener = nil
        appSockets?.close()
        appSockets = nil
        server.stop()
    }

    private func proceedWithStopping() {
        switch stopping {
        case .finishingWrites where server.hasAnsweredAll:
            stopping = .closingConnections
            server.closeConnections()
            while let id = server.connections.nextToService() {
                connections[id.number]?.flush()
            }
            let lastReads = Timer(loop) { [unowned self] in
                for connection in connections.entries {
                    connection.value.end()
                }
            }
            lastReads.start(nanoseconds: ServerLoop.lastReadNanoseconds)
            self.lastReads = lastReads
            proceedWithStopping()
        case .closingConnections where connections.isEmpty:
            stopping = .closingStore
            lastReads?.close()
            readers?.close()
            readers = nil
            server.closeReader()
            writer?.send(.close)
        default: break
        }
    }
}
