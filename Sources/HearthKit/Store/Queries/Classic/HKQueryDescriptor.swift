public import Foundation

/// Which objects a query of several types asks for: those of a type that match a predicate.
///
/// `@unchecked Sendable`: `NSObject` and `NSPredicate` say nothing about it on Linux; nothing here ever changes.
open class HKQueryDescriptor: NSObject, NSCopying, @unchecked Sendable {
    /// The type of the samples.
    open private(set) var sampleType: HKSampleType
    /// What the samples have to match; nil: nothing.
    open private(set) var predicate: NSPredicate?

    /// The samples of a type that match a predicate.
    public init(sampleType: HKSampleType, predicate: NSPredicate?) {
        self.sampleType = sampleType
        self.predicate = predicate
    }

    /// The descriptor itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension [HKQueryDescriptor] {
    func selections() throws -> [Selection] {
        try map { try Selection($0.sampleType, $0.predicate) }
    }
}
