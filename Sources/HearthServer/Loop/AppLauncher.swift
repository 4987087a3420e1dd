import HearthModel
import HearthSystem

/// Starts and ends apps as processes of the system: executes what the server orders, and reports the results to it.
final class AppLauncher {
    private let loop: EventLoop
    private let server: Server
    /// What every app finds in its environment.
    private let environment: [String: String]
    /// Nil if commands run as child processes.
    private let units: TransientUnits?
    private let log: Log
    private var running: [AppProcessID: Running] = [:]
    /// Orders to systemd that it may not have yet.
    private var ordersUnderWay = 0

    private struct Running {
        let process: ChildProcess
        let output: AppOutput?
        /// The unit in which the app runs. The process waits for its end.
        let unit: String?
        /// Ends the app after the server; a unit belongs to systemd.
        var guardian: AppGuard?
        var isAskedToEnd = false
    }

    init(_ loop: EventLoop, _ server: Server, environment: [String: String], units: TransientUnits?, log: Log) {
        self.loop = loop
        self.server = server
        self.environment = environment
        self.units = units
        self.log = log
    }

    /// Whether systemd may not have an order yet. It ends what the server has left behind, so an order that is under way is lost
    /// when the server ends.
    var isOrdering: Bool { ordersUnderWay > 0 }

    func execute(_ orders: [ProcessOrder]) {
        for order in orders {
            switch order {
            case .start(let id, let app, let launch): start(id, app, launch)
            case .end(let id): end(id)
            case .kill(let id): kill(id)
            }
        }
    }

    /// Stops watching all processes. Those that still run have been asked to end, and their guards see to it.
    func close() {
        for app in running.values {
            app.output?.close()
            app.guardian?.release()
            app.process.close()
        }
        running = [:]
    }

    private func start(_ id: AppProcessID, _ app: AppID, _ launch: BackgroundLaunch) {
        var environment = environment
        environment["HEARTH_BACKGROUND"] = "1"
        environment["HEARTH_APP_ID"] = app.description
        if let socket = server.socket(of: app) {
            environment["HEARTH_SOCKET"] = socket
        }
        do throws(SystemError) {
            var started = try run(launch, environment, id, app)
            if started.unit == nil {
                started.guardian = AppGuard(loop, ofGroup: started.process.number, environment: self.environment)
            }
            running[id] = started
            server.processStarted(id, number: started.process.number)
        } catch {
            server.processFailed(id, reason: error.description)
        }
    }

    private func run(
        _ launch: BackgroundLaunch,
        _ environment: [String: String],
        _ id: AppProcessID,
        _ app: AppID
    ) throws(SystemError) -> Running {
        switch launch.means {
        case .systemdUnit(let unit):
            // Ends when the unit does.
            let words = ["systemctl", "--user", "start", "--wait", unit]
            return try spawn(words, environment, "/", id, app, unit: unit)
        case .command(let command, let given):
            let folder = given.isEmpty ? "/" : given
            if let units {
                let unit = units.name(id)
                let words = units.start(unit, command, of: app, environment: environment, folder: folder)
                do throws(SystemError) {
                    return try spawn(words, environment, "/", id, app, unit: unit)
                } catch {
                    // Without systemd-run the app is a child process.
                    guard error.number == ENOENT else { throw error }
                }
            }
            return try spawn(command, environment, folder, id, app, unit: nil)
        }
    }

    private func spawn(
        _ words: [String],
        _ environment: [String: String],
        _ folder: String,
        _ id: AppProcessID,
        _ app: AppID,
        unit: String?
    ) throws(SystemError) -> Running {
        let pipe = DescriptorPipe()
        defer { pipe.map { closeDescriptor($0.writeEnd) } }
        do throws(SystemError) {
            let process = try ChildProcess(
                loop,
                words,
                environment: environment,
                folder: folder,
                output: pipe?.writeEnd ?? STDERR_FILENO,
                ended: { [unowned self] in hasEnded(id) }
            )
            return Running(process: process, output: pipe.map { output(of: app, $0) }, unit: unit)
        } catch {
            pipe.map { closeDescriptor($0.readEnd) }
            throw error
        }
    }

    private func output(of app: AppID, _ pipe: DescriptorPipe) -> AppOutput {
        AppOutput(
            loop,
            pipe.readEnd,
            AppOutput.Destination(
                logged: { [log] in log.line($0, printedBy: app) },
                write: { [log] in log.write($0) },
                dropped: { [log] in log.noteDroppedOutput(of: app) }
            )
        )
    }

    private func hasEnded(_ id: AppProcessID) {
        if let app = running.removeValue(forKey: id) {
            app.output?.close()
            app.guardian?.close()
            if app.isAskedToEnd {
                // What it has started and left behind.
                app.process.signal(SIGKILL)
            }
        }
        server.processEnded(id)
    }

    /// The processes of a unit belong to systemd, which ends them on request. The process that waits for the unit ends
    /// then.
    private func end(_ id: AppProcessID) {
        guard let app = running[id] else { return }
        running[id]?.isAskedToEnd = true
        guard let unit = app.unit else { return app.process.signal(SIGTERM) }
        order(TransientUnits.stop(unit))
    }

    /// What waits for a unit is ended, too: systemd may take long to answer.
    private func kill(_ id: AppProcessID) {
        guard let app = running[id] else { return }
        if let unit = app.unit {
            order(TransientUnits.kill(unit))
        }
        app.process.signal(SIGKILL)
    }

    private func order(_ words: [String]) {
        do throws(SystemError) {
            _ = try ChildProcess(
                loop,
                words,
                environment: environment,
                folder: "/",
                ended: { [weak self] in self?.ordersUnderWay -= 1 }
            )
            ordersUnderWay += 1
        } catch {
            log.error("'\(words.joined(separator: " "))' cannot run, so the unit keeps running: \(error.description)")
        }
    }
}
