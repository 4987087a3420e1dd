public import Foundation

/// The blood type of a person, as the store says it.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKBloodTypeObject: NSObject, @unchecked Sendable {
    /// What the store says.
    public let bloodType: HKBloodType

    init(_ bloodType: HKBloodType) {
        self.bloodType = bloodType
    }
}
