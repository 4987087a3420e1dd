public import Foundation
internal import HearthModel

/// A question to the store.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
open class HKQuery: NSObject, @unchecked Sendable {
    /// The type of the objects that are asked for; nil when there are several.
    public let objectType: HKObjectType?
    /// Which objects are asked for; nil for all.
    public let predicate: NSPredicate?

    init(objectType: HKObjectType?, predicate: NSPredicate?) {
        self.objectType = objectType
        self.predicate = predicate
    }
}
