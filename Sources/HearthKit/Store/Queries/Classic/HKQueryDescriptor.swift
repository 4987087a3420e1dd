public import Foundation

/// Describes the objects that a query of several types reads: the samples of a type that match a predicate.
///
/// `@unchecked Sendable`: `NSObject` and `NSPredicate` do not declare it on Linux; the class is immutable.
open class HKQueryDescriptor: NSObject, NSCopying, @unchecked Sendable {
    /// The type of the samples.
    open private(set) var sampleType: HKSampleType
    /// The predicate that the samples must match; nil: all match.
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
    func selections() throws -> [QuerySelection] {
        try map { try QuerySelection($0.sampleType, $0.predicate) }
    }
}
