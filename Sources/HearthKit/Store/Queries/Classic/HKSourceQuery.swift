public import Foundation
internal import HearthClient

/// Asks which apps have saved samples that match.
///
/// `@unchecked Sendable`: as its superclass; the class is immutable.
open class HKSourceQuery: HKQuery, @unchecked Sendable {
    /// Called with the apps, or with an error.
    public typealias CompletionHandler = @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void

    private let type: HKSampleType
    private let completionHandler: CompletionHandler

    /// Reads which apps have saved samples of a type.
    @preconcurrency
    public init(
        sampleType: HKSampleType,
        samplePredicate: NSPredicate?,
        completionHandler: @escaping CompletionHandler
    ) {
        type = sampleType
        self.completionHandler = completionHandler
        super.init(objectType: sampleType, predicate: samplePredicate)
    }

    override func answer(_ connection: Connection, _: ObserverNotices) async {
        do {
            let sources = try await connection.sources(of: QuerySelection(type, predicate))
            handle { completionHandler(self, Set(sources), nil) }
        } catch {
            handle { completionHandler(self, nil, HKError.translated(error)) }
        }
    }
}
