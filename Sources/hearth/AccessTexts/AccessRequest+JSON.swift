import HearthModel

extension AccessRequest {
    /// The question of an app, for programs. `refusal`: why the saves of the app are refused; nil: they are not.
    func json(name: AppName?, refusal: SaveRefusal? = nil) -> JSON {
        let share = JSON.array(share.map { .string($0.shortName) })
        let shareUsage = JSON.text(shareUsage.isEmpty ? nil : shareUsage)
        let asked = JSON.string(DateText.utc(time))
        let since = JSON.text(refusal.map { DateText.utc($0.since) })
        let until = JSON.text(refusal.map { DateText.utc($0.until) })
        return app.json(
            name,
            [
                "share": share, "read": .array(read.map { .string($0.shortName) }),
                "share_usage": shareUsage, "read_usage": .text(readUsage.isEmpty ? nil : readUsage),
                "asked": asked, "verified": .bool(isVerified),
                "program": .text(process.program.isEmpty ? nil : process.program),
                "unit": .text(process.unit.isEmpty ? nil : process.unit),
                "saves_refused_since": since, "saves_refused_until": until,
                // Former names of the same.
                "save": share, "save_usage": shareUsage, "time": asked,
            ]
        )
    }
}
