public import Foundation
internal import HearthModel

/// A prescription for glasses.
///
/// `@unchecked Sendable`: as its superclass.
open class HKGlassesPrescription: HKVisionPrescription, @unchecked Sendable {
    /// A prescription for one eye or both.
    public convenience init(
        rightEyeSpecification: HKGlassesLensSpecification?,
        leftEyeSpecification: HKGlassesLensSpecification?,
        dateIssued: Date,
        expirationDate: Date?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        var record = Record()
        rightEyeSpecification?.write(to: &record, .right)
        leftEyeSpecification?.write(to: &record, .left)
        self.init(.glasses, record, from: dateIssued, until: expirationDate, device, metadata)
    }

    /// The lens for the right eye; nil: none.
    open var rightEye: HKGlassesLensSpecification? { HKGlassesLensSpecification(record, .right) }

    /// The lens for the left eye; nil: none.
    open var leftEye: HKGlassesLensSpecification? { HKGlassesLensSpecification(record, .left) }
}

/// A prescription for contact lenses.
///
/// `@unchecked Sendable`: as its superclass.
open class HKContactsPrescription: HKVisionPrescription, @unchecked Sendable {
    /// A prescription for one eye or both.
    public convenience init(
        rightEyeSpecification: HKContactsLensSpecification?,
        leftEyeSpecification: HKContactsLensSpecification?,
        brand: String,
        dateIssued: Date,
        expirationDate: Date?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        var record = Record()
        rightEyeSpecification?.write(to: &record, .right)
        leftEyeSpecification?.write(to: &record, .left)
        record.set(.brand, brand)
        self.init(.contacts, record, from: dateIssued, until: expirationDate, device, metadata)
    }

    /// The lens for the right eye; nil: none.
    open var rightEye: HKContactsLensSpecification? { HKContactsLensSpecification(record, .right) }

    /// The lens for the left eye; nil: none.
    open var leftEye: HKContactsLensSpecification? { HKContactsLensSpecification(record, .left) }

    /// The brand of the lenses.
    open var brand: String { record.text(.brand) ?? "" }
}
