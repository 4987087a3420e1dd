import HearthModel
import HearthWire

/// A request about background delivery.
enum DeliveryRequest {
    case register(BackgroundDelivery)
    case acknowledge(Acknowledge)
    case control(BackgroundControl)
}
