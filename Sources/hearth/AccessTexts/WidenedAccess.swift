import HearthModel

/// What an app may do because a decision was taken back: what is not decided is allowed to an app that need not ask.
struct WidenedAccess {
    private let app: AppID
    private let verbs: [String]
    private let types: [ObjectType]

    /// Nil if nothing was denied or limited that is allowed now. Where other types are still denied, a type counts whose
    /// permission was taken back: the denial of all types was meant for it as well. `share`, `read`: what was taken back.
    init?(of app: AppID, _ types: [ObjectType], share: Bool, read: Bool, _ before: AccessList, _ after: AccessList) {
        guard app != .ownTool, !after.hasToAsk(app) else { return nil }
        let left = after.grants(of: app)
        let old = Dictionary(before.grants(of: app).map { ($0.type, $0) }) { $1 }
        let (deniesShare, deniesRead) = (left.contains { $0.share == .denied }, left.contains { $0.read == .denied })
        func opensShare(_ grant: Grant) -> Bool {
            share && (grant.share == .denied || grant.share == .allowed && deniesShare)
        }
        func opensRead(_ grant: Grant) -> Bool {
            read && (grant.read == .denied || grant.since != nil || grant.read == .allowed && deniesRead)
        }
        let opened = types.compactMap { old[$0] }.filter { opensShare($0) || opensRead($0) }
        guard !opened.isEmpty else { return nil }
        self.app = app
        self.types = opened.map(\.type)
        verbs =
            (opened.contains(where: opensRead) ? ["read"] : []) + (opened.contains(where: opensShare) ? ["save"] : [])
    }

    var sentence: String {
        "\(ShownApp(app)) may now \(verbs.joined(separator: " and ")) \(types.named):"
            + " it need not ask, and what is not decided is allowed to it. 'hearth deny' denies it."
    }
}
