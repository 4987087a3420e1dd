import HearthModel
import HearthStore
import HearthSystem
import HearthWire

/// The sockets that clients connect to, and those of the clients that are connected.
final class ClientSockets {
    private let loop: EventLoop
    private let server: Server
    private let log: Log
    private let appSocketFolder: AppSocketFolder
    private let connectionsMax: Int
    private let input: InputBuffer
    private var listener: Listener?
    private var appSockets: AppSockets?
    /// By their numbers.
    private var connections = NumberedTable<SocketConnection>()
    private var lastRefusal = LastMessage()

    init(_ loop: EventLoop, _ server: Server, _ options: ServerOptions, _ log: Log) {
        self.loop = loop
        self.server = server
        self.log = log
        appSocketFolder = options.appSockets
        connectionsMax = options.connectionsMax
        input = InputBuffer(bytes: options.turns.readBytes)
    }

    /// Whether no client is connected.
    var isEmpty: Bool { connections.isEmpty }
}

// MARK: - Listening

extension ClientSockets {
    /// Accepts connections on a socket that listens, and on those of apps, which `open` makes.
    /// `activated`: those that systemd made.
    func listen(
        on descriptor: Int32,
        _ activated: [AppID: Int32],
        open: @escaping (AppSocket) throws(SystemError) -> OpenSocket
    ) {
        listener = makeListener(on: descriptor)
        appSockets = AppSockets(
            in: appSocketFolder,
            log,
            activated: activated.isEmpty
                ? nil : .init(descriptors: activated, refuse: { [unowned self] in makeRefusal(on: $0) }),
            open: open,
            listen: { [unowned self] in makeListener(on: $0, of: $1) },
            changed: { [unowned self] in endAll(of: $0) }
        )
        updateAppSockets()
    }

    /// Makes the sockets of the apps that have one now, and removes those of others.
    func updateAppSockets() {
        appSockets?.update(to: server.snapshot.access)
    }

    /// Accepts no connections any more.
    func stopListening() {
        listener?.close()
        listener = nil
        appSockets?.close()
        appSockets = nil
    }

    /// `socket`: that of an app; nil: the one of all apps, to which only the server's user connects.
    private func makeListener(on descriptor: Int32, of socket: AppSocket? = nil) -> Listener {
        Listener(
            loop,
            descriptor,
            acceptsOtherUsers: socket.map { !$0.group.isEmpty } ?? false,
            connectionsMax: connectionsMax + ServerOptions.reservedConnections,
            count: { [unowned self] in connections.count },
            accepted: { [unowned self] in accept($0, of: $1, as: socket?.app) },
            refused: { [unowned self] in refuse($0) },
            answer: { [unowned self] _ in refusal }
        )
    }

    /// Refuses the clients of a socket that systemd made and that is not served. Nil if no descriptor is left.
    private func makeRefusal(on descriptor: Int32) -> Listener? {
        guard let copy = duplicateDescriptor(descriptor) else { return nil }
        return Listener(
            loop,
            copy,
            connectionsMax: 0,
            count: { 0 },
            accepted: { descriptor, _ in closeDescriptor(descriptor) },
            refused: { [unowned self] _ in server.connections.noteRefusal() },
            answer: { [unowned self] _ in frame(.isNotServed) }
        )
    }

    /// The frame for a client whose connection is closed before anything is read from it.
    private var refusal: [UInt8] { frame(.noConnectionLeft(of: min(connectionsMax, connections.count))) }

    private func frame(_ error: HearthError) -> [UInt8] {
        var frame: [UInt8] = []
        // An error always fits into a frame.
        try? FrameEncoder().append(ServerFrame(call: 0, .error(ErrorReply(error))), to: &frame)
        return frame
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
        if lastRefusal.changes(to: text) {
            log.warning(text)
        }
    }
}

// MARK: - Connections

extension ClientSockets {
    /// Serves the process that is at the other end of a connected socket. `app`: the one whose own socket it is, if any.
    func accept(_ descriptor: Int32, of process: Int32, as app: AppID? = nil) {
        if connections.count < connectionsMax {
            lastRefusal.changes(to: "")
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

    /// Sends the output of connections. Returns whether the loop handled other events meanwhile, which may have left work.
    func flushInTurns() -> Bool {
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

    /// Sends what can be sent at once, before all connections end.
    func flushAll() {
        while let id = server.connections.nextToService() {
            connections[id.number]?.flush()
        }
    }

    /// Ends the connections through an app's own socket.
    private func endAll(of app: AppID) {
        for connection in connections.entries where connection.value.app == app {
            connection.value.end()
        }
    }

    /// Ends all connections, whether or not their clients have read everything.
    func endAll() {
        for connection in connections.entries {
            connection.value.end()
        }
    }
}
