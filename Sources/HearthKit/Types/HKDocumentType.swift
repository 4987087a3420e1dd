/// Documents.
///
/// `@unchecked Sendable`: as its superclass.
open class HKDocumentType: HKSampleType, @unchecked Sendable {
    /// The document type with an identifier. An unknown identifier stops the program.
    public convenience init(_ identifier: HKDocumentTypeIdentifier) {
        self.init(of: HKObjectType.known(identifier.rawValue, as: .document))
    }
}
