package import HearthModel

/// What the log says about deliveries.
package enum DeliveryEvent: Hashable, Sendable {
    case starts(app: AppID, types: [ObjectType])
    case cannotStart(app: AppID, reason: String)
    case missingLaunch(app: AppID)
    case tookTooLong(app: AppID)
    case failed(app: AppID, types: [ObjectType], suspended: Bool)
}
