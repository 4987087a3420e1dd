import HearthModel
import HearthStore

/// What the server does on behalf of background delivery.
enum DeliveryEffect: Hashable {
    /// Stores a note about the deliveries to an app.
    case write(DeliveryNote, app: AppID)
    /// Has a call notify its app of a type again.
    case remind(CallID, of: ObjectType)
    case process(ProcessOrder)
    case log(DeliveryEvent)
}
