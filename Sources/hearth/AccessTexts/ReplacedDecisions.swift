import HearthModel

/// What a decision about all types has replaced: decisions about single types that said something else.
struct ReplacedDecisions {
    private let app: AppID
    private let permission: Permission
    private let verbs: [String]
    private let types: [ObjectType]
    private let isDecided: Bool
    private let isLimited: Bool

    /// What was decided of a type, whatever the type.
    private struct Kind: Hashable {
        let share: String?
        let read: String?
        let since: Timestamp?

        init(_ grant: Grant?) {
            share = grant?.share?.word
            read = grant?.read?.word
            since = grant?.since
        }
    }

    /// Nil if no decision was replaced that was another than that about most types. `types`: those that are decided now.
    init?(of app: AppID, _ types: [ObjectType], _ permission: Permission, _ before: AccessList, _ after: AccessList) {
        guard permission != .undetermined, types == ObjectType.decided else { return nil }
        let new = Dictionary(after.grants(of: app).map { ($0.type, $0) }) { $1 }
        let former: Permission = permission == .allowed ? .denied : .allowed
        let old = Dictionary(before.grants(of: app).map { ($0.type, $0) }) { $1 }
        let most = Dictionary(grouping: types) { Kind(old[$0]) }.max { $0.value.count < $1.value.count }?.key
        // What an app asked for when it need not ask is recorded, and nobody decided it.
        func replacesShare(_ old: Grant) -> Bool {
            !old.isShareRecorded && old.share == former && new[old.type]?.share == permission
                && most?.share != former.word
        }
        func replacesRead(_ old: Grant) -> Bool {
            !old.isReadRecorded && old.read == former && new[old.type]?.read == permission && most?.read != former.word
        }
        func replacesLimit(_ old: Grant) -> Bool {
            permission == .allowed && old.since != nil && old.since != new[old.type]?.since && most?.since != old.since
        }
        let replaced = types.compactMap { old[$0] }
            .filter { replacesShare($0) || replacesRead($0) || replacesLimit($0) }
            .sorted { $0.type.shortName < $1.type.shortName }
        guard !replaced.isEmpty else { return nil }
        self.app = app
        self.permission = permission
        self.types = replaced.map(\.type)
        isDecided = replaced.contains { replacesShare($0) || replacesRead($0) }
        isLimited = replaced.contains(where: replacesLimit)
        verbs =
            (replaced.contains { replacesRead($0) || replacesLimit($0) } ? ["read"] : [])
            + (replaced.contains(where: replacesShare) ? ["save"] : [])
    }

    var sentence: String {
        let word = permission == .allowed ? "denied" : "allowed"
        let words = (isDecided ? [word] : []) + (isLimited ? ["limited"] : [])
        let command = permission == .allowed ? "deny" : "allow"
        let exception = types.names(joinedBy: " ") ?? "TYPE"
        let option = verbs.count == 1 ? " --\(verbs[0])" : ""
        let example = "hearth \(command) \(app.description.shellWord) \(exception)\(option)".asCommand
        return
            "This replaced what you had \(words.joined(separator: " or ")): to \(verbs.joined(separator: " and "))"
            + " \(types.named)."
            + " An exception comes after 'all'"
            + (isDecided ? ": \(example)." : ".")
    }
}
