/// Clinical records.
///
/// `@unchecked Sendable`: as its superclass.
open class HKClinicalType: HKSampleType, @unchecked Sendable {
    /// The type of clinical records with an identifier. An unknown identifier stops the program.
    public convenience init(_ identifier: HKClinicalTypeIdentifier) {
        self.init(of: HKObjectType.known(identifier.rawValue, as: .clinical))
    }
}
