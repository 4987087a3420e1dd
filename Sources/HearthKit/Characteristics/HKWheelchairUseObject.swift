public import Foundation

/// Whether a person uses a wheelchair, as the store says it.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKWheelchairUseObject: NSObject, @unchecked Sendable {
    /// What the store says.
    public let wheelchairUse: HKWheelchairUse

    init(_ wheelchairUse: HKWheelchairUse) {
        self.wheelchairUse = wheelchairUse
    }
}
