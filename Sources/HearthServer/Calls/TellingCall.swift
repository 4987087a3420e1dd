import HearthModel
import HearthStore

/// A call that tells its app of changes, and so stands in for starting it: an Observe, and a QueryChanges that follows
/// and has a cursor.
protocol TellingCall: ReadingCall {
    /// The types that it is about; empty: all.
    var types: Set<ObjectType> { get }
    /// Whether the app says when it has dealt with what it was told.
    var isAcknowledged: Bool { get }
    /// The last commit with changes to a type that the app was told of.
    func told(_ type: ObjectType) -> UInt64
    /// Tells the app again that a type has changed, if it can.
    func remind(of type: ObjectType)
}

extension TellingCall {
    func concerns(_ type: ObjectType) -> Bool { types.isEmpty || types.contains(type) }
}
