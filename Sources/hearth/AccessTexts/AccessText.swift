import HearthModel

/// What was decided of apps, as a table or as JSON.
enum AccessText {
    private struct Row {
        let app: AppID
        /// The name of a type, or words for many.
        let types: String
        let grant: Grant
    }

    static func print(_ decisions: [AppGrants], asJSON: Bool, to output: inout Output) throws {
        guard decisions.contains(where: { !$0.grants.isEmpty }) else { return }
        if asJSON {
            for decided in decisions {
                for grant in decided.grants {
                    try output.print(json(of: grant, decided.app).text)
                }
            }
            return
        }
        let rows = decisions.flatMap(rows)
        let dates = DateText(zone: DateReader.current.zone)
        var table = Table(["app", "type", "save", "read"])
        let lines = rows.map { row in
            let since = row.grant.since.map { " since \(dates.local($0.wholeSecond))" } ?? ""
            return [
                ShownApp(row.app, name: "").cell, row.types, word(row.grant.share, row.grant.isShareRecorded),
                word(row.grant.read, row.grant.isReadRecorded) + since,
            ]
        }
        try table.print(lines, to: &output)
        if rows.contains(where: { $0.grant.isShareRecorded || $0.grant.isReadRecorded }) {
            try output.print("recorded: allowed, as the app asked when it need not ask, and you have decided nothing.")
        }
    }

    private static func json(of grant: Grant, _ app: AppID) -> JSON {
        .object([
            "app": .string(app.description), "type": .string(grant.type.shortName),
            "save": .string(word(grant.share)), "read": .string(word(grant.read)),
            "since": grant.since.map { .string(DateText.utc($0)) } ?? .null,
            "save_recorded": .bool(grant.isShareRecorded), "read_recorded": .bool(grant.isReadRecorded),
        ])
    }

    /// A row for each type; one for all types, or all but a few, when each has a decision and most have the same.
    private static func rows(of decided: AppGrants) -> [Row] {
        let types = Set(decided.grants.map(\.type))
        let kinds = Dictionary(grouping: decided.grants, by: Decision.init)
        guard ObjectType.decided.allSatisfy(types.contains),
            let most = kinds.values.max(by: { $0.count < $1.count }), 2 * most.count > decided.grants.count
        else { return decided.grants.map { Row(app: decided.app, types: $0.type.shortName, grant: $0) } }
        let others = decided.grants.filter { Decision($0) != Decision(most[0]) }
        return others.map { Row(app: decided.app, types: $0.type.shortName, grant: $0) }
            + [Row(app: decided.app, types: others.isEmpty ? "all types" : "all other types", grant: most[0])]
    }

    private static func word(_ permission: Permission?, _ isRecorded: Bool = false) -> String {
        switch permission {
        case .allowed?: isRecorded ? "recorded" : "allowed"
        case .denied?: "denied"
        default: "-"
        }
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

extension ObjectType {
    /// The types that the owner decides about.
    static let decided = all.filter { ($0.kind.isStored || $0.kind == .characteristic) && $0.kind != .correlation }
}
