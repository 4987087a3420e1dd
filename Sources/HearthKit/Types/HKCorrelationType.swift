/// The type of samples that group others, such as the two numbers of a blood pressure.
///
/// `@unchecked Sendable`: as its superclass.
open class HKCorrelationType: HKSampleType, @unchecked Sendable {
    /// The correlation type with an identifier. An unknown identifier stops the program.
    public convenience init(_ identifier: HKCorrelationTypeIdentifier) {
        self.init(of: HKObjectType.known(identifier.rawValue, as: .correlation))
    }
}
