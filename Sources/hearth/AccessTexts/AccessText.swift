import HearthModel

/// What was decided of apps, as a table or as JSON.
enum AccessText {
    private struct Row {
        let app: AppID
        /// The name of a type, or words for many.
        let types: String
        let grant: Grant
        var isOfMany = false
    }

    /// The decisions of a list, of one app or of all. `showsTimes`: also since when they hold.
    static func print(
        _ list: AccessList,
        of app: AppID? = nil,
        asJSON: Bool,
        showsTimes: Bool = false,
        to output: inout Output
    ) throws {
        let decisions = list.decisions.filter { app == nil || $0.app == app }
        guard decisions.contains(where: { !$0.grants.isEmpty }) else { return }
        if asJSON {
            for decided in decisions {
                for grant in decided.grants {
                    try output.print(grant.json(of: decided.app).text)
                }
            }
            return
        }
        let rows = decisions.flatMap(rows)
        let dates = DateText(zone: DateReader.current.zone)
        var table = Table(["app", "type", "save", "read"] + (showsTimes ? ["decided"] : []))
        let lines = rows.map { row in
            let isLimited = row.isOfMany || row.grant.type.hasTime
            let since = (isLimited ? row.grant.since : nil).map { " since \(dates.local($0.wholeSecond))" } ?? ""
            let undecided = list.hasToAsk(row.app) ? "refused (undecided)" : "allowed (undecided)"
            return [
                ShownApp(row.app).cell, row.types,
                word(row.grant.share, row.grant.isShareRecorded) ?? undecided,
                (word(row.grant.read, row.grant.isReadRecorded) ?? undecided) + since,
            ] + (showsTimes ? [row.grant.decided.map { dates.local($0.wholeSecond) } ?? ""] : [])
        }
        try table.print(lines, to: &output)
        if rows.contains(where: { $0.grant.isShareRecorded || $0.grant.isReadRecorded }) {
            try output.print("recorded: allowed, as the app asked when it need not ask, and you have decided nothing.")
        }
    }

    /// A row for each type with a decision; or one for all types, or all but a few, where that is shorter. Then the few are
    /// listed also if nothing is decided about them.
    private static func rows(of decided: AppGrants) -> [Row] {
        let listed = decided.grants.map { Row(app: decided.app, types: $0.type.shortName, grant: $0) }
        let types = Set(decided.grants.map(\.type))
        let all = decided.grants + ObjectType.decided.filter { !types.contains($0) }.map { Grant($0) }
        let kinds = Dictionary(grouping: all, by: Decision.init)
        guard let most = kinds.values.max(by: { $0.count < $1.count }) else { return [] }
        // Of several decisions the newest is shown.
        let newest = most.max { ($0.decided ?? .earliest) < ($1.decided ?? .earliest) } ?? most[0]
        let others = all.filter { Decision($0) != Decision(most[0]) }.sorted { $0.type.identifier < $1.type.identifier }
        guard others.count + 1 < listed.count else { return listed }
        return others.map { Row(app: decided.app, types: $0.type.shortName, grant: $0) }
            + [
                Row(
                    app: decided.app,
                    types: others.isEmpty ? "all types" : "all other types",
                    grant: newest,
                    isOfMany: true
                )
            ]
    }

    /// Nil if nothing is decided.
    private static func word(_ permission: Permission?, _ isRecorded: Bool) -> String? {
        permission == .allowed && isRecorded ? "recorded" : permission?.word
    }
}

/// What is decided, whatever the type.
private struct Decision: Hashable {
    let permissions: [Permission?]
    let since: Timestamp?
    let isRecorded: [Bool]

    init(_ grant: Grant) {
        permissions = [grant.share, grant.read]
        since = grant.since
        isRecorded = [grant.isShareRecorded, grant.isReadRecorded]
    }
}
