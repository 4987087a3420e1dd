public import Foundation

/// How a person's activity is counted, as the store says it.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKActivityMoveModeObject: NSObject, @unchecked Sendable {
    /// What the store says.
    public let activityMoveMode: HKActivityMoveMode

    init(_ activityMoveMode: HKActivityMoveMode) {
        self.activityMoveMode = activityMoveMode
    }
}
