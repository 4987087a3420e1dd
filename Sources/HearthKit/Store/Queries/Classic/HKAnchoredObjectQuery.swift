public import Foundation
internal import HearthClient
internal import HearthSystem

/// Reads the additions and deletions since an anchor, and with an `updateHandler` also follows later ones.
///
/// `@unchecked Sendable`: as its superclass; the update handler is guarded.
open class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
    /// Called with the samples, the deletions and the new anchor, or with an error.
    public typealias ResultsHandler =
        @Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void

    private let descriptors: [HKQueryDescriptor]
    private let anchor: HKQueryAnchor?
    private let limit: Int
    private let resultsHandler: ResultsHandler
    private let updates = Guarded<ResultsHandler?>(nil)
    private let reset = Guarded(false)

    /// Reads at most `limit` changes to samples of a type. The new anchor continues after them.
    @preconcurrency
    public init(
        type: HKSampleType,
        predicate: NSPredicate?,
        anchor: HKQueryAnchor?,
        limit: Int,
        resultsHandler: @escaping ResultsHandler
    ) {
        descriptors = [HKQueryDescriptor(sampleType: type, predicate: predicate)]
        self.anchor = anchor
        self.limit = limit
        self.resultsHandler = resultsHandler
        super.init(only: descriptors)
    }

    /// Reads the changes to samples of several types.
    @preconcurrency
    public init(
        queryDescriptors: [HKQueryDescriptor],
        anchor: HKQueryAnchor?,
        limit: Int,
        resultsHandler: @escaping ResultsHandler
    ) {
        descriptors = queryDescriptors
        self.anchor = anchor
        self.limit = limit
        self.resultsHandler = resultsHandler
        super.init(only: queryDescriptors)
    }

    /// Called with each change after the first result. To be set before the query is executed, and not together with a
    /// limit; else it stops the program, as it does in HealthKit.
    @preconcurrency open var updateHandler: ResultsHandler? {
        get { updates.withLock { $0 } }
        set {
            require(!hasBegun, "the update handler cannot be changed after the query was executed")
            require(newValue == nil || limit == HKObjectQueryNoLimit, "a query with a limit has no update handler")
            updates.withLock { $0 = newValue }
        }
    }

    /// Whether the store could not continue from the anchor, so that the samples start from the beginning and replace
    /// what the app has kept. Beyond HealthKit.
    open var startedOver: Bool { reset.withLock { $0 } }

    override var isFollowing: Bool { updateHandler != nil }

    override func answer(_ connection: Connection, _: ObserverNotices) async {
        let update = updateHandler
        var handler = resultsHandler
        do {
            let changes = try ChangeReading(
                descriptors.selections(),
                anchor: anchor?.encoded ?? [],
                limit: limit,
                follow: update != nil,
                on: connection
            )
            while let result = try await changes.next() {
                if result.startedOver {
                    reset.withLock { $0 = true }
                }
                handle { handler(self, result.added, result.deleted, HKQueryAnchor(result.anchor), nil) }
                handler = update ?? handler
            }
        } catch {
            handle { handler(self, nil, nil, nil, HKError.translated(error)) }
        }
    }
}
