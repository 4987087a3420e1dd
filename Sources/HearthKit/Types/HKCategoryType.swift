/// Samples that have one of a few values, such as a phase of sleep.
///
/// `@unchecked Sendable`: as its superclass.
open class HKCategoryType: HKSampleType, @unchecked Sendable {
    /// The category type with an identifier. One that this version does not know stops the program.
    public convenience init(_ identifier: HKCategoryTypeIdentifier) {
        self.init(of: HKObjectType.known(identifier.rawValue, as: .category))
    }
}
