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
    private(set) var list: [AccessRequest] = []
    /// Grows with each change of the list and each decision. It starts at the current time, in milliseconds, so that it
    /// differs after a restart.
    private(set) var version: UInt64
    private var apps: [CallID: WaitingApp] = [:]
    /// The versions that the owner's tools have seen.
    private var tools: [CallID: UInt64] = [:]

    init(at time: Timestamp) {
        version = UInt64(max(1, time.nanoseconds / 1_000_000))
    }

    /// When a call is to be answered without an answer of the owner.
    var deadline: Int64? { apps.values.map(\.deadline).min() }

    // MARK: - Apps

    /// An app asks for what is not decided, and a call waits for the answer.
    mutating func ask(_ request: AccessRequest, _ id: CallID, until deadline: Int64) throws(HearthError) {
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
        try note(request)
        apps[id] = WaitingApp(app: request.app, deadline: deadline)
    }

    private mutating func note(_ request: AccessRequest) throws(HearthError) {
        if let index = list.firstIndex(where: { $0.app == request.app }) {
            let merged = list[index].merged(with: request)
            guard merged != list[index] else { return }
            list[index] = merged
        } else {
            try makeRoom()
            list.append(request)
        }
        version += 1
    }

    /// Forgets the oldest request for which no call waits, if there are as many as there may be.
    private mutating func makeRoom() throws(HearthError) {
        guard list.count >= Limits.askingApps else { return }
        let waiting = Set(apps.values.map(\.app))
        guard let oldest = list.firstIndex(where: { !waiting.contains($0.app) }) else {
            throw HearthError(
                .limitExceeded,
                "\(Limits.askingApps) apps wait for the owner, which is the limit: 'hearth status' lists them.",
                field: "authorization"
            )
        }
        list.remove(at: oldest)
    }

    /// The owner has decided something. Forgets what is decided.
    mutating func update(to access: AccessTable) {
        list = list.compactMap { request in
            let asked = Authorization(share: request.share, read: request.read)
            let status = access.status(of: request.app, asked)
            var left = request
            left.share = status.types.filter { $0.share == .undetermined }.map(\.type)
            left.read = status.types.filter(\.isReadUndetermined).map(\.type)
            return left.share.isEmpty && left.read.isEmpty ? nil : left
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
