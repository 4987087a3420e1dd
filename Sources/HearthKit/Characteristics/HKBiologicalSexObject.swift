public import Foundation

/// The biological sex of a person, as the store says it.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKBiologicalSexObject: NSObject, @unchecked Sendable {
    /// What the store says.
    public let biologicalSex: HKBiologicalSex

    init(_ biologicalSex: HKBiologicalSex) {
        self.biologicalSex = biologicalSex
    }
}
