public import Foundation
internal import HearthModel

/// A prescription for glasses or contact lenses.
///
/// `@unchecked Sendable`: as its superclass.
open class HKVisionPrescription: HKSample, RecordSample, @unchecked Sendable {
    let record: Record
    var series: RecordSeries { .none }

    init(_ head: SampleHead, _ record: Record) {
        self.record = record
        super.init(head)
    }

    /// The head and the values of a new prescription.
    init(
        _ type: HKVisionPrescriptionType,
        _ values: Record,
        from dateIssued: Date,
        until expirationDate: Date?,
        _ device: HKDevice?,
        _ metadata: [String: Any]?
    ) {
        var record = values
        record.set(.prescriptionType, Int64(type.rawValue))
        record.set(.expiration, expirationDate.map(Timestamp.init(clamping:)))
        self.record = record
        super.init(
            SampleHead(
                new: HKObjectType.visionPrescriptionType(),
                from: dateIssued,
                to: dateIssued,
                device: device,
                metadata: metadata
            )
        )
    }

    /// A prescription without details of lenses.
    public convenience init(
        type: HKVisionPrescriptionType,
        dateIssued: Date,
        expirationDate: Date?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(type, Record(), from: dateIssued, until: expirationDate, device, metadata)
    }

    /// The prescription in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard let sample = coder.decodeSample(of: Self.self) else { return nil }
        record = sample.record
        super.init(SampleHead(sample))
    }

    /// A prescription from the store, of the class for its type; one without lenses of the base class.
    static func stored(_ head: SampleHead, _ record: Record) -> HKVisionPrescription {
        guard record[.rightSphere] != nil || record[.leftSphere] != nil else {
            return record[.brand] == nil
                ? HKVisionPrescription(head, record) : HKContactsPrescription(head, record)
        }
        return record.integer(.prescriptionType) == 2
            ? HKContactsPrescription(head, record) : HKGlassesPrescription(head, record)
    }

    /// What was prescribed.
    open var prescriptionType: HKVisionPrescriptionType {
        HKVisionPrescriptionType(rawValue: UInt(clamping: record.integer(.prescriptionType) ?? 1)) ?? .glasses
    }

    /// When it was prescribed.
    open var dateIssued: Date { startDate }

    /// Until when the prescription is valid; nil: not said.
    open var expirationDate: Date? { record.time(.expiration)?.date }
}

/// What a prescription is for.
public enum HKVisionPrescriptionType: UInt, Sendable {
    /// Glasses.
    case glasses = 1
    /// Contact lenses.
    case contacts = 2
}

/// An eye.
public enum HKVisionEye: Int, Sendable {
    /// The left eye.
    case left = 1
    /// The right eye.
    case right = 2
}

/// The direction of a prism's base.
public enum HKPrismBase: Int, Sendable {
    /// No direction.
    case none = 0
    /// Up.
    case up = 1
    /// Down.
    case down = 2
    /// Towards the nose.
    case `in` = 3
    /// Away from the nose.
    case out = 4
}
