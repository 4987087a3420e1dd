internal import HearthModel
internal import HearthWire

extension WriteExecution {
    /// Sets and clears the app's registrations for background delivery.
    mutating func register(_ delivery: BackgroundDelivery) throws(HearthError) {
        let app = origin.source.bundleIdentifier
        var registry = working.snapshot.background
        registry.carryOut(delivery, for: app)
        guard registry.appCount <= max(Limits.backgroundApps, working.snapshot.background.appCount) else {
            throw HearthError(
                .limitExceeded,
                "\(Limits.backgroundApps) apps are registered for background delivery, which is the limit.",
                field: "enable"
            )
        }
        working.set(registry, of: app)
    }
}
