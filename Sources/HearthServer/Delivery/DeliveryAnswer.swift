import HearthModel
import HearthStore
import HearthWire

/// How a request about background delivery is answered.
enum DeliveryAnswer {
    /// At once.
    case reply(Reply)
    /// After a write of the client, which acts for another app when one is named.
    case write(Write.Operation, actingFor: AppID? = nil)
}
