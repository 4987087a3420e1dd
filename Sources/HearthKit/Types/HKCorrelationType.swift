/// Samples that bind others together, such as the two numbers of a blood pressure.
///
/// `@unchecked Sendable`: as its superclass.
open class HKCorrelationType: HKSampleType, @unchecked Sendable {
    /// The correlation type with an identifier. One that this version does not know stops the program.
    public convenience init(_ identifier: HKCorrelationTypeIdentifier) {
        self.init(of: HKObjectType.known(identifier.rawValue, as: .correlation))
    }
}
