import HearthModel
import HearthStore

/// Drives the server: sockets, time, the thread that writes, and those that read. Everything here happens on the thread that
/// calls `run`.
///
///     poll -> SocketConnection -> Server, and what it answers at once -> turn -> reads and writes to their threads -> send -> poll
final class ServerLoop {
    let loop = EventLoop()
    private let server: Server
    private let log: Log
    private let sockets: ClientSockets
    private var writer: WriterThread?
    private var readers: ReaderPool?
    private var wakeups: [Wakeup] = []
    private let deadline: DeadlineTimer
    private let launcher: AppLauncher
    private var faults: StoreFaults
    private var stopping = Stopping.no
    private var closingTimer: Timer?
    private var closingTimedOut = false

    private enum Stopping {
        case no
        case finishingWrites
        case closingConnections
        case closingStore
        case stopped
    }

    /// The time that a client has at the end to read what it was sent, and systemd to take orders.
    private static let closingNanoseconds: Int64 = 2_000_000_000

    /// `environment`: that of the apps that are started. `units`: where they run, if not as child processes.
    init(
        _ writer: StoreWriter,
        options: ServerOptions,
        log: Log,
        environment: [String: String] = [:],
        units: TransientUnits? = nil
    ) throws(HearthError) {
        self.log = log
        let reader = try writer.makeReader()
        let runners = try (0..<ReaderPool.threadCount).map { _ throws(HearthError) in
            ReadRunner(try writer.makeReader())
        }
        let server = Server(writer.snapshot, reader, options: options, time: ServerLoop.time)
        self.server = server
        faults = StoreFaults(log)
        sockets = ClientSockets(loop, server, options, log)
        launcher = AppLauncher(loop, server, environment: environment, units: units, log: log)
        deadline = DeadlineTimer(loop) { server.timePassed() }
        let reads = Wakeup(loop) { [unowned self] in takeReads() }
        let freedMemory = FreedMemory()
        // Whatever the writer does meanwhile: it may never be idle.
        readers = ReaderPool(runners, becameIdle: { freedMemory.returnToSystem() }, wake: { reads.wake() })
        let reports = Wakeup(loop, isOfWriter: true) { [unowned self] in takeReports() }
        self.writer = WriterThread(writer, freedMemory) { reports.wake() }
        wakeups = [reads, reports]
        // The loop may have waited long since it looked at the clock.
        loop.willCall = { server.time = ServerLoop.time }
    }

    static var time: ServerTime {
        ServerTime(nanoseconds: EventLoop.now, date: StoreWriter.systemClock())
    }

    /// Accepts connections on a socket that listens, and on those of apps, which `open` makes. `activated`: those that systemd
    /// made.
    func listen(
        on descriptor: Int32,
        activated: [AppID: Int32] = [:],
        open: @escaping (AppSocket) throws(SystemError) -> OpenSocket
    ) {
        sockets.listen(on: descriptor, activated, open: open)
    }

    /// Serves the process that is at the other end of a connected socket.
    func accept(_ descriptor: Int32, of process: Int32) {
        sockets.accept(descriptor, of: process)
    }

    /// Runs until the store is closed; then `closing` ends what else the loop watches.
    func run(closing: () -> Void) {
        while stopping != .stopped {
            server.time = ServerLoop.time
            let hasMore = server.turn()
            launcher.execute(server.takeProcessOrders())
            for event in server.takeDeliveryEvents() {
                log.note(event)
            }
            for event in server.takeAccessEvents() {
                log.note(event)
            }
            if server.takeMaintenance() {
                writer?.send(.maintain)
            }
            while let writes = server.takeWrites() {
                writer?.send(.commit(writes))
            }
            let hasCalled = sockets.flushInTurns()
            sendReads()
            proceedWithStopping()
            deadline.set(to: server.deadline)
            let waits = !hasMore && !hasCalled && stopping != .stopped && !server.hasWork
            loop.poll(waiting: waits, others: server.writerLoad)
        }
        writer?.join()
        launcher.close()
        deadline.close()
        for wakeup in wakeups {
            wakeup.close()
        }
        closing()
        // The loop calls back for each handle that was closed.
        loop.poll(waiting: false)
    }
}

// MARK: - Threads

extension ServerLoop {
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
                sockets.updateAppSockets()
                faults.note(outcomes)
            case .maintained(let snapshot, let failure):
                server.finishMaintenance()
                server.advance(to: snapshot)
                sockets.updateAppSockets()
                faults.noteMaintenance(failure)
            case .examined(let fault): faults.noteExamination(fault)
            case .closed(let error):
                if let error {
                    log.error("the store was not closed cleanly: \(error)")
                }
                stopping = .stopped
            }
            server.storeFault = faults.current?.message ?? ""
        }
    }
}

// MARK: - Stopping

extension ServerLoop {
    /// Stops in order: accepts no connections, finishes complete writes, answers each call, closes the store.
    func stop() {
        guard stopping == .no else { return }
        stopping = .finishingWrites
        sockets.stopListening()
        server.stop()
    }

    private func proceedWithStopping() {
        switch stopping {
        case .finishingWrites where server.hasAnsweredAll:
            stopping = .closingConnections
            server.closeConnections()
            sockets.flushAll()
            let closingTimer = Timer(loop) { [unowned self] in
                closingTimedOut = true
                sockets.endAll()
            }
            closingTimer.start(nanoseconds: ServerLoop.closingNanoseconds)
            self.closingTimer = closingTimer
            proceedWithStopping()
        case .closingConnections where sockets.isEmpty && (closingTimedOut || !launcher.isOrdering):
            stopping = .closingStore
            closingTimer?.close()
            readers?.close()
            readers = nil
            server.closeReader()
            writer?.send(.close)
        default: break
        }
    }
}
