public import Foundation
internal import HearthModel

/// A record of a clinic, such as a result of a laboratory.
///
/// `@unchecked Sendable`: as its superclass.
open class HKClinicalRecord: HKSample, RecordSample, @unchecked Sendable {
    let record: Record
    let series: RecordSeries

    init(_ head: SampleHead, _ record: Record, _ series: RecordSeries) {
        self.record = record
        self.series = series
        super.init(head)
    }

    /// The record in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard let sample = coder.decodeSample(of: Self.self) else { return nil }
        record = sample.record
        series = sample.series
        super.init(SampleHead(sample))
    }

    /// The type of the record.
    open var clinicalType: HKClinicalType { HKObjectType.single(type) }

    /// The record's name for people.
    open var displayName: String { record.text(.displayName) ?? "" }

    /// The record's data in FHIR; nil: it has none.
    open var fhirResource: HKFHIRResource? { HKFHIRResource(record, series) }
}
