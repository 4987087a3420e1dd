/// The type of samples with one of a few values, such as a phase of sleep.
///
/// `@unchecked Sendable`: as its superclass.
open class HKCategoryType: HKSampleType, @unchecked Sendable {
    /// The category type with an identifier. An unknown identifier stops the program.
    public convenience init(_ identifier: HKCategoryTypeIdentifier) {
        self.init(of: HKObjectType.known(identifier.rawValue, as: .category))
    }
}
