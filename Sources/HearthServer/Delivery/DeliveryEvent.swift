package import HearthModel

/// What the log says about deliveries.
package enum DeliveryEvent: Hashable, Sendable {
    case starts(app: AppID, types: [ObjectType])
    case cannotStart(app: AppID, reason: String)
    /// `hasSocket`: the app has a socket of its own, so that only its package says how it is started.
    case missingLaunch(app: AppID, hasSocket: Bool)
    /// The manifest of its package does not say how it is started.
    case wrongManifest(app: AppID, fault: String)
    case tookTooLong(app: AppID)
    case failed(app: AppID, types: [ObjectType], suspended: Bool)
}
