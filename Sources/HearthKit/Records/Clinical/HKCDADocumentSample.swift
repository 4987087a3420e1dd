public import Foundation
internal import HearthModel

/// A document.
///
/// `@unchecked Sendable`: as its superclass.
open class HKDocumentSample: HKSample, RecordSample, @unchecked Sendable {
    let record: Record
    let series: RecordSeries

    init(_ head: SampleHead, _ record: Record, _ series: RecordSeries) {
        self.record = record
        self.series = series
        super.init(head)
    }

    /// The document in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard let sample = coder.decodeSample(of: Self.self) else { return nil }
        record = sample.record
        series = sample.series
        super.init(SampleHead(sample))
    }

    /// The type of the document.
    open var documentType: HKDocumentType { HKObjectType.single(type) }
}

/// A document of a clinic in the format CDA.
///
/// `@unchecked Sendable`: as its superclass.
open class HKCDADocumentSample: HKDocumentSample, @unchecked Sendable {
    /// A document with its XML. Other data is an error.
    public convenience init(
        data documentData: Data,
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) throws {
        let heading = try CDAHeading(documentData)
        var record = Record()
        record.set(.title, heading.title)
        record.set(.patientName, heading.patientName)
        record.set(.authorName, heading.authorName)
        record.set(.custodianName, heading.custodianName)
        self.init(
            SampleHead(new: HKDocumentType(.CDA), from: startDate, to: endDate, metadata: metadata),
            record,
            RecordSeries(contents: documentData)
        )
    }

    /// The document. Its data is there only in a new sample and in the answers of queries that ask for it.
    open var document: HKCDADocument? { HKCDADocument(record, series) }
}

/// What a CDA document says about itself.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKCDADocument: NSObject, @unchecked Sendable {
    /// The XML of the document; nil: the query did not ask for it.
    open private(set) var documentData: Data?
    /// The title.
    open private(set) var title: String
    /// Whom the document is about.
    open private(set) var patientName: String
    /// Who wrote the document.
    open private(set) var authorName: String
    /// Who keeps the document.
    open private(set) var custodianName: String

    init(_ record: Record, _ series: RecordSeries) {
        documentData = series.data
        title = record.text(.title) ?? ""
        patientName = record.text(.patientName) ?? ""
        authorName = record.text(.authorName) ?? ""
        custodianName = record.text(.custodianName) ?? ""
    }
}

/// The key under which an error says why data cannot be a CDA document.
public let HKDetailedCDAValidationErrorKey = "HKDetailedCDAValidationError"
