public import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthWire

/// Acknowledges that an update was processed. An app that was launched for it in the background may then end.
public typealias HKObserverQueryCompletionHandler = @Sendable () -> Void

/// Calls when samples were added or deleted, without them: once at the beginning, then after changes. Several changes
/// may become one call. An app that has background delivery enabled for a type calls the completion handler each time,
/// or it is notified again.
///
/// `@unchecked Sendable`: as its superclass; the class is immutable.
open class HKObserverQuery: HKQuery, @unchecked Sendable {
    /// Called after a change, with a handler to call when it was processed.
    public typealias UpdateHandler =
        @Sendable (HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void
    /// Called after a change, with the types that have changed.
    public typealias TypesUpdateHandler =
        @Sendable (HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?) ->
        Void

    private let descriptors: [HKQueryDescriptor]
    private let handler: TypesUpdateHandler

    /// Follows the samples of a type.
    @preconcurrency
    public init(sampleType: HKSampleType, predicate: NSPredicate?, updateHandler: @escaping UpdateHandler) {
        descriptors = [HKQueryDescriptor(sampleType: sampleType, predicate: predicate)]
        handler = { query, _, completion, error in updateHandler(query, completion, error) }
        super.init(only: descriptors)
    }

    /// Follows the samples of several types.
    @preconcurrency
    public init(queryDescriptors: [HKQueryDescriptor], updateHandler: @escaping TypesUpdateHandler) {
        descriptors = queryDescriptors
        handler = updateHandler
        super.init(only: queryDescriptors)
    }

    override var isFollowing: Bool { true }

    override func answer(_ connection: Connection, _ notices: ObserverNotices) async {
        let reader = notices.makeReader()
        defer { notices.forget(reader) }
        do {
            let selections = try descriptors.selections()
            guard !selections.needsFilter else { throw HearthError.blockPredicate }
            let observed = Set(selections.clauses.map(\.type))
            let request = Observe(clauses: selections.clauses, acknowledges: true)
            for try await notice in notices.observe(request, by: reader) {
                let types = notice.types(of: observed)
                let completion = notices.take(by: reader)
                handle { handler(self, Set(types.map(HKObjectType.sampleType)), completion, nil) }
            }
        } catch {
            handle { handler(self, nil, {}, HKError.translated(error)) }
        }
    }
}
