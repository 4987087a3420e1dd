import HearthModel
import HearthStore

/// What apps have asked for and the owner has not decided. Also the calls that wait: those of apps for an answer, and
/// those of the owner's tool for requests.
///
///     check, makeRoom -> ask -> waiting ... update / expired -> the app is answered -> forget
///     awaitRequests ... outdatedTools -> the owner's tool is notified -> forget
struct AccessRequests {
    private struct WaitingApp {
        let app: AppID
        /// The process with which it asked. Nil where the system does not tell.
        let process: Int32?
        let deadline: Int64
    }

    /// How many requests of a kind there may be.
    private struct Bound {
        let most: Int
        let subject: String
        let isCounted: (AskingApp) -> Bool
    }

    /// In the order in which the apps asked.
    private var asking: [AskingApp] = []
    /// Grows with each change of the list and each decision. It starts at the current time, in milliseconds, so that it
    /// differs after a restart.
    private(set) var version: UInt64
    private var apps: [CallID: WaitingApp] = [:]
    /// The versions that the owner's tools have seen.
    private var tools: [CallID: UInt64] = [:]

    init(at time: Timestamp) {
        version = UInt64(max(1, time.nanoseconds / 1_000_000))
    }

    /// In the order in which the apps asked.
    var list: [AccessRequest] { asking.map(\.request) }

    /// When a call is to be answered without an answer of the owner.
    var deadline: Int64? { apps.values.map(\.deadline).min() }

    // MARK: - Apps

    /// Checks whether an app may ask, apart from the room for its request.
    func check(_ request: AccessRequest) throws(HearthError) {
        guard request.app.description.utf8.count <= Limits.askingAppBytes else {
            throw HearthError(
                .limitExceeded,
                "The identifier of an app that asks has at most \(Limits.askingAppBytes) bytes.",
                field: "authorization"
            )
        }
        guard apps.values.count(where: { $0.app == request.app }) < Limits.waitingRequests else {
            throw HearthError(
                .limitExceeded,
                "\(Limits.waitingRequests) calls of the app wait for its owner, which is the limit.",
                field: "authorization"
            )
        }
    }

    /// An app asks for what is not decided, and a call waits for the answer. It was checked, and there is room.
    mutating func ask(_ request: AccessRequest, _ id: CallID, of client: AskingClient, until deadline: Int64) {
        note(request, of: client)
        apps[id] = WaitingApp(app: request.app, process: client.process, deadline: deadline)
    }

    /// An app that asks again may do so with another process.
    private mutating func note(_ request: AccessRequest, of client: AskingClient) {
        guard let index = asking.firstIndex(where: { $0.request.app == request.app }) else {
            asking.append(AskingApp(request: request, process: client.process))
            version += 1
            return
        }
        let merged = asking[index].request.merged(with: request)
        if merged != asking[index].request {
            version += 1
        }
        asking[index] = AskingApp(request: merged, process: client.process)
    }

    /// The calls of apps that wait.
    var waiting: [CallID] { apps.keys.sorted { ($0.connection.number, $0.number) < ($1.connection.number, $1.number) } }

    /// The calls that have waited for as long as they may.
    func expired(at now: Int64) -> [CallID] { waiting.filter { apps[$0].map { $0.deadline <= now } ?? false } }

    // MARK: - Room

    /// Whether others must make room before an app can ask.
    func needsRoom(for app: AppID, _ client: AskingClient) -> Bool {
        !asking.contains { $0.request.app == app }
            && bounds(of: client).contains { bound in asking.count(where: bound.isCounted) >= bound.most }
    }

    /// Forgets requests for which no process waits: one of each kind of which there are as many as there may be. Returns the
    /// calls that wait for them: those that processes which have ended left to others.
    mutating func makeRoom(for client: AskingClient, among others: OtherClients) throws(HearthError) -> [CallID] {
        let awaited = Set(apps.values.filter { !others.haveEnded($0.process) }.map(\.app))
        var kept = asking
        for bound in bounds(of: client) {
            let counted = kept.indices.filter { bound.isCounted(kept[$0]) }
            guard counted.count >= bound.most else { continue }
            let left = counted.filter { !awaited.contains(kept[$0].request.app) }
            let gone = left.first { !kept[$0].request.isVerified && !others.apps.contains(kept[$0].request.app) }
            guard let oldest = gone ?? left.first else {
                throw HearthError(
                    .limitExceeded,
                    "\(bound.most) apps \(bound.subject)wait for the owner, which is the limit: "
                        + "'hearth status' lists them.",
                    field: "authorization"
                )
            }
            kept.remove(at: oldest)
        }
        asking = kept
        version += 1
        let asked = Set(kept.map(\.request.app))
        return waiting.filter { id in apps[id].map { !asked.contains($0.app) } ?? false }
    }

    /// The processes whose calls wait.
    var processes: Set<Int32> { Set(apps.values.compactMap(\.process)) }

    private func bounds(of client: AskingClient) -> [Bound] {
        let ofProcess = Bound(most: Limits.askingAppsOfProcess, subject: "of one process ", isCounted: client.isSame)
        let withoutSockets = Bound(
            most: Limits.askingApps - Limits.askingAppsReserve,
            subject: "without sockets ",
            isCounted: { !$0.request.isVerified }
        )
        let all = Bound(most: Limits.askingApps, subject: "", isCounted: { _ in true })
        return client.isVerified ? [ofProcess, all] : [ofProcess, withoutSockets, all]
    }

    // MARK: - Decisions

    /// The owner has decided something. Forgets what is decided. Also what was asked for in the name of an app before it
    /// got a socket, or through the socket that it had: that may have been another program.
    mutating func update(to access: AccessTable) {
        asking = asking.compactMap { asking in
            let request = asking.request
            guard request.isVerified == access.contains(request.app) else { return nil }
            let asked = Authorization(share: request.share, read: request.read)
            let status = access.status(of: request.app, asked)
            var left = request
            left.share = status.types.filter { $0.share == .undetermined }.map(\.type)
            left.read = status.types.filter(\.isReadUndetermined).map(\.type)
            guard !left.share.isEmpty || !left.read.isEmpty else { return nil }
            return AskingApp(request: left, process: asking.process)
        }
        version += 1
    }

    // MARK: - The owner's tools

    /// A tool waits until the list has another version than the one that it has seen.
    mutating func awaitRequests(_ id: CallID, seen: UInt64) {
        tools[id] = seen
    }

    /// The calls of tools that have not seen the current list.
    var outdatedTools: [CallID] { tools.filter { $0.value != version }.map(\.key) }

    // MARK: - Calls

    /// A call has ended.
    mutating func forget(_ id: CallID) {
        apps[id] = nil
        tools[id] = nil
    }
}

extension AccessRequest {
    /// What an app has asked for in two requests.
    fileprivate func merged(with newer: AccessRequest) -> AccessRequest {
        var merged = newer
        merged.share = Set(share).union(newer.share).sorted { $0.identifier < $1.identifier }
        merged.read = Set(read).union(newer.read).sorted { $0.identifier < $1.identifier }
        merged.shareUsage = newer.shareUsage.isEmpty ? shareUsage : newer.shareUsage
        merged.readUsage = newer.readUsage.isEmpty ? readUsage : newer.readUsage
        merged.time = time
        return merged
    }
}
