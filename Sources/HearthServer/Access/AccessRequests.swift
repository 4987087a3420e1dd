import HearthModel
import HearthStore

/// What apps have asked for and the owner has not decided. Also the calls that wait: those of apps for an answer, and
/// those of the owner's tool for requests.
///
///     ask -> waiting ... update / expired -> the app is answered -> forget
///     awaitRequests ... outdatedTools -> the owner's tool is notified -> forget
struct AccessRequests {
    private struct WaitingApp {
        let app: AppID
        let deadline: Int64
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

    /// An app asks for what is not decided, and a call waits for the answer.
    mutating func ask(
        _ request: AccessRequest,
        _ id: CallID,
        of client: AskingClient,
        until deadline: Int64
    ) throws(HearthError) {
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
        try note(request, of: client)
        apps[id] = WaitingApp(app: request.app, deadline: deadline)
    }

    private mutating func note(_ request: AccessRequest, of client: AskingClient) throws(HearthError) {
        if let index = asking.firstIndex(where: { $0.request.app == request.app }) {
            let merged = asking[index].request.merged(with: request)
            guard merged != asking[index].request else { return }
            asking[index].request = merged
        } else {
            try makeRoom(for: client)
            asking.append(AskingApp(request, client))
        }
        version += 1
    }

    /// Forgets a request for which no call waits, if there are as many as there may be: of the process, of apps without
    /// sockets, or of all.
    private mutating func makeRoom(for client: AskingClient) throws(HearthError) {
        let waiting = Set(apps.values.map(\.app))
        func forgetOldest(where isCounted: (AskingApp) -> Bool, atMost most: Int, _ subject: String) throws(HearthError)
        {
            let counted = asking.indices.filter { isCounted(asking[$0]) }
            guard counted.count >= most else { return }
            let left = counted.filter {
                !waiting.contains(asking[$0].request.app) || client.hasEnded(asking[$0].process)
            }
            let gone = left.first { !asking[$0].isVerified && !client.isConnected(asking[$0].request.app) }
            guard let oldest = gone ?? left.first else {
                throw HearthError(
                    .limitExceeded,
                    "\(most) apps \(subject)wait for the owner, which is the limit: 'hearth status' lists them.",
                    field: "authorization"
                )
            }
            asking.remove(at: oldest)
        }
        try forgetOldest(
            where: { client.isSame(as: $0) },
            atMost: Limits.askingAppsOfProcess,
            "of one process "
        )
        if !client.isVerified {
            try forgetOldest(
                where: { !$0.isVerified },
                atMost: Limits.askingApps - Limits.askingAppsReserve,
                "without sockets "
            )
        }
        try forgetOldest(where: { _ in true }, atMost: Limits.askingApps, "")
    }

    /// The owner has decided something. Forgets what is decided.
    mutating func update(to access: AccessTable) {
        asking = asking.compactMap { asking in
            let request = asking.request
            let asked = Authorization(share: request.share, read: request.read)
            let status = access.status(of: request.app, asked)
            var left = request
            left.share = status.types.filter { $0.share == .undetermined }.map(\.type)
            left.read = status.types.filter(\.isReadUndetermined).map(\.type)
            guard !left.share.isEmpty || !left.read.isEmpty else { return nil }
            return AskingApp(left, asking)
        }
        version += 1
    }

    /// The calls of apps that wait.
    var waiting: [CallID] { apps.keys.sorted { ($0.connection.number, $0.number) < ($1.connection.number, $1.number) } }

    /// The calls that have waited for as long as they may.
    func expired(at now: Int64) -> [CallID] { waiting.filter { apps[$0].map { $0.deadline <= now } ?? false } }

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

/// The client with which an app asks.
struct AskingClient {
    /// Nil where the system does not tell.
    let process: Int32?
    /// Whether it came through the app's own socket.
    let isVerified: Bool
    let hasProcessEnded: (Int32) -> Bool
    /// Whether a client of an app is connected.
    let isConnected: (AppID) -> Bool

    /// Whether an app asked with the same process. Those without sockets whose processes the system does not tell count as
    /// one: their names can be invented.
    fileprivate func isSame(as other: AskingApp) -> Bool {
        guard process == nil, other.process == nil else { return process == other.process }
        return !isVerified && !other.isVerified
    }

    /// Whether a process has ended. Its connections may live on: a process that asks with short-lived ones would have all
    /// places.
    fileprivate func hasEnded(_ process: Int32?) -> Bool { process.map(hasProcessEnded) ?? false }
}

/// An app that has asked.
private struct AskingApp {
    var request: AccessRequest
    let process: Int32?
    let isVerified: Bool

    init(_ request: AccessRequest, _ client: AskingClient) {
        self.request = request
        process = client.process
        isVerified = client.isVerified
    }

    /// The same request without what is decided.
    init(_ request: AccessRequest, _ asked: AskingApp) {
        self.request = request
        process = asked.process
        isVerified = asked.isVerified
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
