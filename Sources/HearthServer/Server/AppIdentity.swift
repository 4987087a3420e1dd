import HearthModel
import HearthStore
import HearthWire

/// The app that a connection belongs to. A client of the socket of all apps says so itself, except that it cannot be
/// one that has a socket of its own. A client of such a socket is the app that the owner gave it to, whatever it says.
struct AppIdentity {
    private let connection: ConnectionID
    private let connections: Connections
    private let access: AccessTable
    private let hiddenConflicts: HiddenConflicts
    /// The app whose own socket the client came through.
    private let attested: AppID?

    init(of connection: ConnectionID, in state: ServerState) {
        self.connection = connection
        connections = state.connections
        access = state.snapshot.access
        hiddenConflicts = state.hiddenConflicts
        attested = connections.attestedApp(of: connection)
    }

    /// The app that saves and asks, as the client introduced itself.
    func origin(_ hello: Hello) throws(HearthError) -> Write.Origin {
        let claimed = Write.Origin(hello)
        guard let attested else {
            if let refusal = refusal(of: claimed.app) {
                throw refusal
            }
            return governed(claimed, as: claimed.app, named: claimed.source.name)
        }
        guard access.contains(attested) else { throw HearthError.hasNoSocket }
        let isItself = claimed.app == attested
        return governed(claimed, as: attested, named: isItself ? claimed.source.name : attested.description)
    }

    /// A client as an app, with what that may see and save. `ownName`: its name where the owner gave none; the owner's own tool
    /// has that of the app as well.
    private func governed(_ client: Write.Origin, as app: AppID, named ownName: String) -> Write.Origin {
        let source = Write.Origin.source(of: app, elseNamed: ownName, access)
        guard isGoverned else { return client.acting(as: source, ownName: ownName, isOwnersTool: true) }
        let basis = Write.Origin.Basis(
            group: attested.map { access.group(of: $0) ?? "" },
            access.revision,
            decision: access.decisionNumber(of: source.app),
            hiddenConflicts
        )
        return client.acting(
            as: source,
            ownName: ownName,
            seeing: access.view(of: app),
            under: basis,
            isOwnersTool: false
        )
    }

    /// What the client may see and save as an app; nil: everything.
    private func view(of app: AppID) -> AccessView? {
        isGoverned ? access.view(of: app) : nil
    }

    /// Whose turns and shares the connection has. All processes that come through an app's own socket are one client: one of them
    /// can start others.
    func client(as app: AppID) -> ClientKey {
        guard attested == nil, let process = connections.process(of: connection) else { return .app(app) }
        return .process(process)
    }

    /// Whether the owner decides what the client may do: not of the owner's own tool.
    var isGoverned: Bool { attested != nil || !connections.isOwnersTool(connection) }

    /// What the client learns about types.
    func status(_ request: Authorization) -> AuthorizationStatus {
        let access = isGoverned ? access : AccessTable()
        return access.status(of: connections.client(of: connection)?.app ?? "", request)
    }

    /// What has become of a client since it was identified.
    enum Change {
        case unchanged
        /// It has another name, which concerns only what is saved from now on.
        case renamed(Write.Origin)
        /// The owner has decided what it may see and save, or the process was the owner's tool and runs another program now. A
        /// decision counts also if it changes nothing, which the app must not learn.
        case decided(Write.Origin)
    }

    var change: Change {
        guard let origin = connections.client(of: connection)?.origin else { return .unchanged }
        let newest = governed(origin, as: origin.app, named: origin.ownName)
        guard newest.view == origin.view, newest.isOwnersTool == origin.isOwnersTool, !origin.isDecidedSince(in: access)
        else { return .decided(newest) }
        return origin.hasItsName(in: access) ? .unchanged : .renamed(newest)
    }

    /// What the client may see; nil: everything. One that cannot be its app any more sees what an app does to which nothing is
    /// allowed.
    var view: AccessView? {
        guard let app = connections.client(of: connection)?.app else { return nil }
        return refusal == nil ? view(of: app) : AccessView(of: app, [], asks: true)
    }

    /// Why a connection can no longer act as its app; nil if it can.
    var refusal: HearthError? {
        guard let app = attested ?? connections.client(of: connection)?.app else { return nil }
        return refusal(of: app)
    }

    /// Why the client cannot be an app; nil: it can.
    private func refusal(of app: AppID) -> HearthError? {
        isGoverned ? Write.Origin.refusal(of: app, isAttested: attested != nil, access) : nil
    }

    /// Leaves out, or refuses, what a client of an app's own socket wants to have started: the client may be in a sandbox, and
    /// what the server starts is in none. Only the app's package, which the owner has installed, says how it is started.
    func checked(_ delivery: BackgroundDelivery) throws(HearthError) -> BackgroundDelivery {
        guard attested != nil, let launch = delivery.launch else { return delivery }
        guard launch.isFallback else {
            throw HearthError(
                .authorizationDenied,
                "An app with a socket of its own does not choose what the server starts: install a launch manifest.",
                field: "background_delivery.launch"
            )
        }
        var delivery = delivery
        delivery.launch = nil
        return delivery
    }

    /// Refuses to others what only the owner's tool may do.
    func requireOwnersTool(for request: String, _ text: String) throws(HearthError) {
        guard connections.isOwnersTool(connection) else { throw denial(of: request, text) }
    }

    /// Refuses what is about all apps to a client that came through the socket of one, or may not see everything.
    func requireWholeView(for request: String) throws(HearthError) {
        guard attested != nil || connections.client(of: connection)?.origin.view != nil else { return }
        throw denial(
            of: request,
            "Status and administration are not available on an app's socket, nor to an app with limits."
        )
    }

    /// A client that says it is `hearth` learns why it is not taken for it: what is wrong is then the client, and not
    /// its request.
    private func denial(of request: String, _ text: String) -> HearthError {
        connections.mistakenTool(connection) ?? HearthError(.authorizationDenied, text, field: request)
    }
}
