import HearthModel
import HearthStore

/// What the server does on behalf of background delivery.
enum DeliveryEffect: Hashable {
    /// Stores a note about the deliveries to an app.
    case write(DeliveryNote, app: AppID)
    /// Has a call notify its app of a type again.
    case remind(CallID, of: ObjectType)
    case process(ProcessOrder)
    /// Finds out whether something has changed that an app with limits may see.
    case examine(DeliveryExamination)
    /// Looks for the launch that the package of an app has installed.
    case findManifest(AppID)
    case log(DeliveryEvent)
}
