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
    static func connector(_ connect: @escaping Connector, _ given: GivenOptions) -> Connector
}

extension ClientCommand {
    /// The app as which the command line acts unless another is named.
    static var standardApp: String { AppID.ownTool.description }

    /// The options that name the server and the app, for help texts.
    static var clientOptionsHelp: String {
        """
          --app ID       act as this app; default: $HEARTH_APP_ID, or else \(standardApp). What it may read and
                         save is not looked at: 'hearth app run' shows what an app sees. Through the socket of an
                         app no other can be named.
          --socket PATH  the server's socket; default: as for 'hearth serve'
        """
    }

    static var isForOwnerOnly: Bool { false }

    static func connector(_ connect: @escaping Connector, _: GivenOptions) -> Connector { connect }

    static func run(_ given: GivenOptions) throws {
        Terminal.outliveReaders()
        try checkApp(given)
        let connection = Connection(options(given, checking: isForOwnerOnly ? nil : OwnerCheck()))
        defer { connection.close() }
        try explaining(given) {
            try Waiting.wait { try await run(given, on: connection) }
        }
    }

    /// Throws if another app is named than the one whose socket is used: the server takes every client there for that one.
    private static func checkApp(_ given: GivenOptions) throws(UsageError) {
        guard let app = given["--app"], let socket = NamedSocket(given), let own = socket.app, own != app
        else { return }
        throw given.usageError(
            "Through the socket \(socket.path.printable) every program is '\(own.printable)', and none can act as"
                + " '\(app.printable)'. Leave --app out, or use the server's own socket."
        )
    }

    /// Does the work of a command, and says of errors what its socket has to do with them.
    static func explaining(_ given: GivenOptions, _ work: () throws -> Void) throws {
        do {
            try work()
        } catch let error as HearthError {
            let text = ErrorText.text(of: error, acting: ActingApp(given))
            let advice = isForOwnerOnly ? NamedSocket(given)?.advice(after: error) : nil
            throw CommandError(text + (advice.map { " " + $0 } ?? ""))
        }
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
            connect: connector(check?.watching(connect) ?? connect, given)
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
