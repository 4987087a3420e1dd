/// Clinical records. The store holds none: a query for them is an error.
///
/// `@unchecked Sendable`: as its superclass.
open class HKClinicalType: HKSampleType, @unchecked Sendable {
    /// The type of clinical records with an identifier. An unknown identifier stops the program.
    public convenience init(_ identifier: HKClinicalTypeIdentifier) {
        self.init(of: HKObjectType.known(identifier.rawValue, as: .clinical))
    }
}
