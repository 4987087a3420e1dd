import HearthModel

extension AccessRequest {
    /// The question of an app, for programs. `refusal`: why the saves of the app are refused; nil: they are not.
    func json(name: String?, refusal: LimitedApp? = nil) -> JSON {
        let share = JSON.array(share.map { .string($0.shortName) })
        let shareUsage = JSON.text(shareUsage.isEmpty ? nil : shareUsage)
        let asked = JSON.string(DateText.utc(time))
        return .object([
            "app": .string(app.description), "name": .text(name),
            "share": share, "read": .array(read.map { .string($0.shortName) }),
            "share_usage": shareUsage, "read_usage": .text(readUsage.isEmpty ? nil : readUsage),
            "asked": asked, "verified": .bool(isVerified),
            "limited_since": .text(refusal.map { DateText.utc($0.since) }),
            "limited_until": .text(refusal.map { DateText.utc($0.until) }),
            // Former names of the same.
            "save": share, "save_usage": shareUsage, "time": asked,
        ])
    }
}
