import HearthModel
import HearthStore

/// A search for changes of a type that an app with limits may see.
struct DeliveryExamination: Hashable {
    let app: AppID
    let type: ObjectType
    /// The commit after which changes are sought.
    let position: UInt64
    /// What the app may see.
    let view: AccessView
}
