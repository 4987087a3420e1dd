import HearthModel

/// What was decided of apps, as a table or as JSON.
enum AccessText {
    static func print(_ decisions: [AppGrants], asJSON: Bool, to output: inout Output) throws {
        let rows = decisions.flatMap { decided in decided.grants.map { (app: decided.app, grant: $0) } }
        guard !rows.isEmpty else { return }
        if asJSON {
            for row in rows {
                let members: KeyValuePairs<String, JSON> = [
                    "app": .string(row.app.description), "type": .string(row.grant.type.shortName),
                    "save": .string(word(row.grant.share)), "read": .string(word(row.grant.read)),
                    "since": row.grant.since.map { .string(DateText.utc($0)) } ?? .null,
                ]
                try output.print(JSON.object(members).text)
            }
            return
        }
        let dates = DateText(zone: DateReader.current.zone)
        var table = Table(["app", "type", "save", "read"])
        let lines = rows.map { row in
            let since = row.grant.since.map { " since \(dates.local($0.wholeSecond))" } ?? ""
            return [
                row.app.description.onOneLine, row.grant.type.shortName, word(row.grant.share),
                word(row.grant.read) + since,
            ]
        }
        try table.print(lines, to: &output)
    }

    private static func word(_ permission: Permission?) -> String {
        switch permission {
        case .allowed?: "allowed"
        case .denied?: "denied"
        default: "-"
        }
    }
}
