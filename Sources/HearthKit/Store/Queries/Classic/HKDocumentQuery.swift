public import Foundation
internal import HearthClient

/// Asks once for documents.
///
/// `@unchecked Sendable`: as its superclass; the class is immutable.
open class HKDocumentQuery: HKQuery, @unchecked Sendable {
    /// Called with documents, and whether they are the last; or with an error.
    public typealias ResultsHandler = @Sendable (HKDocumentQuery, [HKDocumentSample]?, Bool, (any Error)?) -> Void

    /// The most documents to return; `HKObjectQueryNoLimit`: all.
    open private(set) var limit: Int
    /// The order; nil: by start.
    open private(set) var sortDescriptors: [NSSortDescriptor]?
    /// Whether the documents come with their data.
    open private(set) var includeDocumentData: Bool
    private let descriptor: HKQueryDescriptor
    private let resultsHandler: ResultsHandler

    /// Reads documents of a type.
    @preconcurrency
    public init(
        documentType: HKDocumentType,
        predicate: NSPredicate?,
        limit: Int,
        sortDescriptors: [NSSortDescriptor]?,
        includeDocumentData: Bool,
        resultsHandler: @escaping ResultsHandler
    ) {
        descriptor = HKQueryDescriptor(sampleType: documentType, predicate: predicate)
        self.limit = limit
        self.sortDescriptors = sortDescriptors
        self.includeDocumentData = includeDocumentData
        self.resultsHandler = resultsHandler
        super.init(objectType: documentType, predicate: predicate)
    }

    override func answer(_ connection: Connection, _: ObserverNotices) async {
        do {
            let reading = try SampleReading(
                try [descriptor].selections(),
                order: SortTranslation(sortDescriptors),
                limit: limit,
                includesContents: includeDocumentData
            )
            let documents = try await reading.samples(on: connection).of(HKDocumentSample.self)
            handle { resultsHandler(self, documents, true, nil) }
        } catch {
            handle { resultsHandler(self, nil, true, HKError.translated(error)) }
        }
    }
}
