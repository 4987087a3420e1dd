import HearthModel
import HearthSocket
import HearthStore
import HearthSystem

/// `hearth serve`: a store, a socket, and a loop between them, until a signal ends it.
package final class Service {
    private var paths: ServicePaths
    private let environment: [String: String]
    private let log: Log
    private var options: ServerOptions
    private let isBusyPolling: Bool

    /// `isBusyPolling`: whether the loop polls before it sleeps, when the machine is not on battery.
    package init(
        _ paths: ServicePaths,
        environment: [String: String],
        log: Log,
        options: ServerOptions = ServerOptions(),
        isBusyPolling: Bool = true
    ) {
        self.paths = paths
        self.environment = environment
        self.log = log
        self.options = options
        self.isBusyPolling = isBusyPolling
        self.options.environment.process = getpid()
        self.options.environment.storePath = paths.store.description
        use(paths.socket)
        self.options.background.startsApps = true
        let manifests = LaunchManifests(environment: environment)
        self.options.background.manifest = { app throws(ManifestFault) in try manifests.launch(of: app) }
        if case .file(let path) = paths.store {
            self.options.environment.fileSizes = { (Service.size(of: path), Service.size(of: path + "-wal")) }
        }
    }

    /// Serves. Returns when a signal has ended it in order.
    package func run() throws(SystemError) {
        ProcessLimits.keepStandardDescriptors()
        ProcessLimits.outliveReaders()
        ProcessLimits.keepPrivate()
        ProcessLimits.keepDescriptorsFromApps()
        ProcessLimits.ignoreStraySignals()
        ProcessLimits.hearSignals()
        ProcessLimits.keepFreedMemory()
        options.connectionsMax = try ProcessLimits.raiseDescriptors()
        // No process takes all of them, and no app in its sandbox.
        options.connectionsOfProcess = max(Limits.connectionsOfProcess, options.connectionsMax / 8)
        options.hasProcessEnded = PeerProgram.hasEnded
        options.observe = { ObservedProcess(of: $0) }
        options.connectionsOfAppSocket = max(Limits.connectionsOfAppSocket, options.connectionsMax / 4)
        let notice = SupervisorNotice(environment)
        let activated = try ActivatedSockets(environment)
        let socket = try openSocket(activated)
        defer { socket.remove() }
        let server = try openServer()
        let watches = watchSignals(server, notice)
        let watchdog = startWatchdog(server, notice)
        let power = watchPower(server)
        let descriptors = activated.apps.mapValues(\.descriptor)
        server.listen(on: socket.descriptor, activated: descriptors) { socket throws(SystemError) in
            if let descriptor = descriptors[socket.app] {
                return OpenSocket(descriptor: try AppSocketFile.take(descriptor, for: socket)) {}
            }
            let socket = try AppSocketFile.make(socket)
            return OpenSocket(descriptor: socket.descriptor) { socket.remove() }
        }
        if let name = activated.mainName {
            log.info(
                "systemd passes \(name) as the server's own socket, where each client says itself which app it is:"
                    + " FileDescriptorName=app/ID in its unit would make it the socket of an app"
            )
        }
        log.info("serves \(paths.store) on \(paths.socket), process \(getpid())")
        notice.ready()
        server.run {
            ProcessLimits.blockStopSignals()
            for watch in watches {
                watch.close()
            }
            watchdog?.close()
            power?.close()
        }
        log.info("has stopped")
    }

    /// Unsafe pointers: `stat` fills in a structure.
    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private func openSocket(_ activated: ActivatedSockets) throws(SystemError) -> ServerSocket {
        let path = activated.main.flatMap { UnixSocket.path(of: $0.descriptor) }
        use(path ?? paths.socket, activated.apps.mapValues(\.path))
        if let main = activated.main {
            try activated.checkFolders(besides: paths.socket, paths.store, environment)
            return main
        }
        let made = try ServerSocket.make(at: paths.socket)
        do throws(SystemError) {
            try activated.checkFolders(besides: paths.socket, paths.store, environment)
        } catch {
            made.remove()
            throw error
        }
        return made
    }

    /// Apps receive the path, and those with sockets of their own have them next to it, unless systemd made them.
    private func use(_ socket: String, _ activated: [AppID: String] = [:]) {
        paths.socket = ServicePaths.absolute(socket)
        options.appSockets = AppSocketFolder(
            SocketPath.directory(of: paths.socket) + "/apps",
            activated: activated
        )
    }

    private func openServer() throws(SystemError) -> ServerLoop {
        if case .file(let path) = paths.store {
            try ServiceFolder.create(SocketPath.directory(of: path))
        }
        do throws(HearthError) {
            return try ServerLoop(
                try StoreWriter(openStorage()),
                options: options,
                log: log,
                environment: appEnvironment,
                units: TransientUnits(environment)
            )
        } catch {
            throw SystemError("The store \(paths.store) cannot be served. \(error.message)")
        }
    }

    private func openStorage() throws(HearthError) -> any Storage {
        switch paths.store {
        case .file(let path):
            let storage = try SQLiteStorage(path: path)
            if storage.isNew {
                log.info("created a new store at \(storage.location)")
            }
            return storage
        case .database(let address):
            var lastReason: String?
            let storage = try PostgreSQLStorage(address) { reason in
                if reason != lastReason {
                    log.warning("waits for the database of \(address): \(reason)")
                    lastReason = reason
                }
                return true
            }
            if storage.isNew {
                log.info("created a new store in \(address)")
            }
            return storage
        }
    }

    /// What the apps find that the server starts: its own environment, without what is meant for the server itself.
    private var appEnvironment: [String: String] {
        let own = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]
        var environment = environment.filter { !own.contains($0.key) }
        environment["HEARTH_SOCKET"] = paths.socket
        return environment
    }

    /// The first signal ends the server in order, a later one at once. Two signals in quick succession count as one,
    /// because programs such as `timeout` signal a process and then its group. A terminal that closes also ends the
    /// server in order, and its shell may repeat the signal at any time. So does the kernel with the signal of a limit of
    /// processor time, which ends the process itself at the hard limit.
    private func watchSignals(_ server: ServerLoop, _ notice: SupervisorNotice) -> [SignalWatch] {
        var stopped: Int64?
        let hangup = ProcessLimits.ignoresHangups ? [] : [SIGHUP]
        return (ProcessLimits.stopSignals + hangup).map { signal in
            SignalWatch(server.loop, signal) { [log] in
                if let stopped {
                    guard ![SIGHUP, SIGXCPU].contains(signal) else { return }
                    guard EventLoop.now - stopped > Service.oneSignalNanoseconds else { return }
                    log.warning("stopping immediately; acknowledged changes are stored")
                    _exit(1)
                }
                stopped = EventLoop.now
                log.info("stops after the current writes; a second signal stops the server at once")
                notice.stopping()
                server.stop()
            }
        }
    }

    /// Polls only while the machine is not on battery. A machine without a battery is not asked again.
    private func watchPower(_ server: ServerLoop) -> Timer? {
        let supply = PowerSupply()
        server.loop.isBusyPolling = isBusyPolling && !supply.isOnBattery
        guard isBusyPolling, supply.hasBattery else { return nil }
        let timer = Timer(server.loop) { server.loop.isBusyPolling = !supply.isOnBattery }
        timer.start(nanoseconds: Service.powerNanoseconds, repeats: true)
        return timer
    }

    /// The time between two looks at the power supply.
    private static let powerNanoseconds: Int64 = 60_000_000_000

    /// Signals so close together count as one.
    private static let oneSignalNanoseconds: Int64 = 100_000_000

    private func startWatchdog(_ server: ServerLoop, _ notice: SupervisorNotice) -> Timer? {
        guard let interval = notice.watchdogNanoseconds else { return nil }
        let timer = Timer(server.loop) { notice.alive() }
        timer.start(nanoseconds: interval, repeats: true)
        return timer
    }
}
