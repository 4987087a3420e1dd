public import Foundation
internal import HearthClient
internal import HearthSystem

/// Asks for the activity of days, and with an `updateHandler` also follows its changes.
///
/// `@unchecked Sendable`: as its superclass; the update handler is guarded.
open class HKActivitySummaryQuery: HKQuery, @unchecked Sendable {
    /// Called with summaries, or with an error.
    public typealias ResultsHandler = @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void

    private let resultsHandler: ResultsHandler
    private let updates = Guarded<ResultsHandler?>(nil)

    /// Reads the summaries that match, in the order of time.
    @preconcurrency
    public init(predicate: NSPredicate?, resultsHandler handler: @escaping ResultsHandler) {
        resultsHandler = handler
        super.init(objectType: HKObjectType.activitySummaryType(), predicate: predicate)
    }

    /// Called with the summaries that have changed after the first result. To be set before the query is executed; else
    /// it stops the program.
    @preconcurrency open var updateHandler: ResultsHandler? {
        get { updates.withLock { $0 } }
        set {
            require(!hasBegun, "the update handler cannot be changed after the query was executed")
            updates.withLock { $0 = newValue }
        }
    }

    override var isFollowing: Bool { updateHandler != nil }

    override func answer(_ connection: Connection, _: ObserverNotices) async {
        let update = updateHandler
        var handler = resultsHandler
        do {
            let reading = ActivitySummaryReading(predicate, on: connection)
            guard let update else {
                let summaries = try await reading.summaries()
                return handle { handler(self, summaries, nil) }
            }
            let following = ActivitySummaryFollowing(reading)
            while let summaries = try await following.next() {
                handle { handler(self, summaries, nil) }
                handler = update
            }
        } catch {
            handle { handler(self, nil, HKError.translated(error)) }
        }
    }
}
