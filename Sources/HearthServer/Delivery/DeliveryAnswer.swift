import HearthModel
import HearthStore
import HearthWire

/// How a request about background delivery is answered.
enum DeliveryAnswer {
    /// At once.
    case reply(Reply)
    /// With the state of an app, which a reader assembles.
    case status(of: AppID)
    /// After a write of the client, which acts for another app when one is named. `waiting`: the part of an acknowledgement
    /// that waits, once the write is durable.
    case write(Write.Operation, actingFor: AppID? = nil, waiting: WaitingAcknowledgement? = nil)
}
