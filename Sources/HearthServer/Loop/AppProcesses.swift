import HearthModel
import HearthSystem

/// The apps that the server has started, as processes of the system: executes what the server orders, and
/// reports the results to it.
final class AppProcesses {
    private let loop: EventLoop
    private let server: Server
    /// What every app finds in its environment.
    private let environment: [String: String]
    /// Nil: a command is a child process.
    private let units: TransientUnits?
    private var running: [AppProcessID: Running] = [:]

    private struct Running {
        let process: ChildProcess
        /// The unit in which the app runs, of which the process waits for the end.
        let unit: String?
    }

    init(_ loop: EventLoop, _ server: Server, environment: [String: String], units: TransientUnits?) {
        self.loop = loop
        self.server = server
        self.environment = environment
        self.units = units
    }

    func execute(_ orders: [ProcessOrder]) {
        for order in orders {
            switch order {
            case .start(let id, let app, let launch): start(id, app, launch)
            case .end(let id): end(id)
            case .kill(let id): kill(id)
            }
        }
    }

    /// Watches no process any more. Those that still run have been asked to end.
    func close() {
        for app in running.values {
            app.process.close()
        }
        running = [:]
    }

    private func start(_ id: AppProcessID, _ app: AppID, _ launch: BackgroundLaunch) {
        var environment = environment
        environment["HEARTH_BACKGROUND"] = "1"
        environment["HEARTH_APP_ID"] = app.description
        do throws(StartError) {
            let app = try run(launch, environment, id)
            running[id] = app
            server.processStarted(id, number: app.process.number)
        } catch {
            server.processFailed(id, reason: error.description)
        }
    }

    private func run(
        _ launch: BackgroundLaunch,
        _ environment: [String: String],
        _ id: AppProcessID
    ) throws(StartError) -> Running {
        switch launch.means {
        case .systemdUnit(let unit):
            // Ends when the unit does.
            let words = ["systemctl", "--user", "start", "--wait", unit]
            return Running(process: try spawn(words, environment, "/", id), unit: unit)
        case .command(let command, let given):
            let folder = given.isEmpty ? "/" : given
            if let units {
                let unit = units.name(id)
                let words = units.start(unit, command, environment: environment, folder: folder)
                if let process = try? spawn(words, environment, "/", id) {
                    return Running(process: process, unit: unit)
                }
                // systemd-run is not installed.
            }
            return Running(process: try spawn(command, environment, folder, id), unit: nil)
        }
    }

    private func spawn(
        _ words: [String],
        _ environment: [String: String],
        _ folder: String,
        _ id: AppProcessID
    ) throws(StartError) -> ChildProcess {
        try ChildProcess(
            loop,
            words,
            environment: environment,
            folder: folder,
            ended: { [unowned self] in
                running[id] = nil
                server.processEnded(id)
            }
        )
    }

    /// The processes of a unit belong to systemd, which ends them on request. The process that waits for the unit ends
    /// then.
    private func end(_ id: AppProcessID) {
        guard let app = running[id] else { return }
        guard let unit = app.unit else { return app.process.signal(SIGTERM) }
        order(TransientUnits.stop(unit))
    }

    private func kill(_ id: AppProcessID) {
        guard let app = running[id] else { return }
        if let unit = app.unit {
            order(TransientUnits.kill(unit))
        }
        app.process.signal(SIGKILL)
    }

    private func order(_ words: [String]) {
        _ = try? ChildProcess(loop, words, environment: environment, folder: "/", ended: {})
    }
}
