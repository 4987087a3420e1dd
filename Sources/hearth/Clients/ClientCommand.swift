import HearthClient
import HearthModel
import HearthSocket
import HearthSystem
import HearthWire

/// An attempt to connect to a server.
typealias Connector = @Sendable () -> Result<Int32, SocketError>

/// A command that talks to a server.
protocol ClientCommand: Command {
    /// Whether the server does for the owner's tool alone what the command does, and refuses it to others.
    static var isForOwnerOnly: Bool { get }

    static func run(_ given: GivenOptions, on connection: Connection) async throws

    /// Wraps each attempt to connect, the first and those after a loss, so that the command can report it.
    static func connector(_ connect: @escaping Connector) -> Connector
}

extension ClientCommand {
    /// The app as which the command line acts unless another is named.
    static var standardApp: String { AppID.ownTool.description }

    /// The options that name the server and the app, for help texts.
    static var clientOptionsHelp: String {
        """
          --app ID       act as this app; default: $HEARTH_APP_ID, or else \(standardApp). What it may read and
                         save is not looked at: 'hearth app run' shows what an app sees.
          --socket PATH  the server's socket; default: as for 'hearth serve'
        """
    }

    static var isForOwnerOnly: Bool { false }

    static func connector(_ connect: @escaping Connector) -> Connector { connect }

    static func run(_ given: GivenOptions) throws {
        Terminal.outliveReaders()
        let connection = Connection(options(given, checking: isForOwnerOnly ? nil : OwnerCheck()))
        defer { connection.close() }
        do {
            try Waiting.wait { try await run(given, on: connection) }
        } catch let error as HearthError {
            throw appSocketError(error, given) ?? error
        }
    }

    /// What to say when the server refuses what only the owner may do, as through an app's socket that the environment names;
    /// nil: that is not the cause.
    private static func appSocketError(_ error: HearthError, _ given: GivenOptions) -> CommandError? {
        guard isForOwnerOnly, error.code == .authorizationDenied, !OwnerCheck.isMistaken(error),
            given["--socket"] == nil,
            let path = Terminal.environment["HEARTH_SOCKET"], !path.isEmpty
        else { return nil }
        return CommandError(
            "\(ErrorText.text(of: error)) $HEARTH_SOCKET names \(path.printable), which seems to be the socket of an app: unset it,"
                + " or name the server's own socket with --socket."
        )
    }

    /// How to reach the server as an app; nil: the one that saves and deletes. Another app's samples do not come from
    /// this machine.
    static func options(
        _ given: GivenOptions,
        as other: App? = nil,
        checking check: OwnerCheck? = nil
    ) -> ConnectionOptions {
        let paths = ServerPaths(named: given["--socket"], environment: Terminal.environment)
        let connect = ConnectionOptions.toServer(in: paths)
        return ConnectionOptions(
            app: other ?? app(given),
            host: other == nil ? .current : nil,
            client: Terminal.version,
            connect: connector(check?.watching(connect) ?? connect)
        )
    }

    /// The app that saves and deletes.
    static func app(_ given: GivenOptions) -> App {
        let identifier = given["--app"] ?? Terminal.environment["HEARTH_APP_ID"].flatMap { $0.isEmpty ? nil : $0 }
        return App(
            bundleIdentifier: identifier ?? standardApp,
            name: identifier == nil ? ShownApp.ownName : ""
        )
    }
}

/// Runs asynchronous work to its end from synchronous code.
enum Waiting {
    /// Does the work on other threads and waits for it.
    ///
    /// An asynchronous `main` would give up the main thread on Linux, and `hearth serve` needs it.
    static func wait(_ work: @escaping @Sendable () async throws -> Void) throws {
        let outcome = Mailbox<Result<Void, any Error>>()
        Task {
            do {
                outcome.post(.success(try await work()))
            } catch {
                outcome.post(.failure(error))
            }
        }
        try outcome.next(within: nil)?.get()
    }
}
