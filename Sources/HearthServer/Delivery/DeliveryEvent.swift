package import HearthModel

/// What the log says about deliveries.
package enum DeliveryEvent: Hashable, Sendable {
    case starts(app: String, types: [ObjectType])
    case cannotStart(app: String, reason: String)
    case nobodyKnowsHow(app: String)
    case tookTooLong(app: String)
    case failed(app: String, types: [ObjectType], suspended: Bool)
}
