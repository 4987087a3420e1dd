import HearthModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The apps that the server has started, as processes of the system: carries out what the core orders, and tells it what
/// comes of it.
final class AppProcesses {
    private let loop: EventLoop
    private let core: ServerCore
    /// What every app finds in its environment.
    private let environment: [String: String]
    private var running: [AppProcessID: (process: ChildProcess, launch: BackgroundLaunch)] = [:]

    init(_ loop: EventLoop, _ core: ServerCore, environment: [String: String]) {
        self.loop = loop
        self.core = core
        self.environment = environment
    }

    func carryOut(_ orders: [ProcessOrder]) {
        for order in orders {
            switch order {
            case .start(let id, let app, let launch): start(id, app, launch)
            case .end(let id): end(id)
            case .kill(let id): running[id]?.process.signal(SIGKILL)
            }
        }
    }

    /// Watches no process any more. Those that still run have been asked to end.
    func close() {
        for (process, _) in running.values {
            process.close()
        }
        running = [:]
    }

    private func start(_ id: AppProcessID, _ app: String, _ launch: BackgroundLaunch) {
        var environment = environment
        environment["HEARTH_BACKGROUND"] = "1"
        environment["HEARTH_APP_ID"] = app
        do throws(StartError) {
            let process = try ChildProcess(
                loop,
                launch.words,
                environment: environment,
                folder: launch.folder,
                ended: { [unowned self] in
                    running[id] = nil
                    core.processEnded(id)
                }
            )
            running[id] = (process, launch)
            core.processStarted(id, number: process.number)
        } catch {
            core.processFailed(id, reason: error.description)
        }
    }

    /// A unit's processes are systemd's, which ends them when it is told to.
    private func end(_ id: AppProcessID) {
        guard let (process, launch) = running[id] else { return }
        if case .systemdUnit(let unit) = launch.means {
            let words = ["systemctl", "--user", "stop", "--no-block", unit]
            _ = try? ChildProcess(loop, words, environment: environment, folder: "/", ended: {})
        }
        process.signal(SIGTERM)
    }
}

extension BackgroundLaunch {
    fileprivate var words: [String] {
        switch means {
        case .command(let command, _): command
        // Ends when the unit does.
        case .systemdUnit(let unit): ["systemctl", "--user", "start", "--wait", unit]
        }
    }

    fileprivate var folder: String {
        if case .command(_, let folder) = means, !folder.isEmpty { folder } else { "/" }
    }
}
