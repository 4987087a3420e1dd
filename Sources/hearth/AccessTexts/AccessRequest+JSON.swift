import HearthModel

extension AccessRequest {
    /// The question of an app, for programs. `refusal`: why the saves of the app are refused; nil: they are not.
    func json(name: AppName?, refusal: SaveRefusal? = nil) -> JSON {
        let since = JSON.text(refusal.map { DateText.utc($0.since) })
        let until = JSON.text(refusal.map { DateText.utc($0.until) })
        return app.json(
            name,
            [
                "share": .array(share.map { .string($0.shortName) }),
                "read": .array(read.map { .string($0.shortName) }),
                "share_usage": .text(shareUsage.isEmpty ? nil : shareUsage),
                "read_usage": .text(readUsage.isEmpty ? nil : readUsage),
                "asked": .string(DateText.utc(time)), "verified": .bool(isVerified),
                "program": .text(process.program.isEmpty ? nil : process.program),
                "unit": .text(process.unit.isEmpty ? nil : process.unit),
                "saves_refused_since": since, "saves_refused_until": until,
            ]
        )
    }
}
