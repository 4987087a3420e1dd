public import Foundation
internal import HearthClient
internal import HearthSystem

/// The base class of all classic queries. `HKHealthStore.execute(_:)` starts a query.
///
/// `@unchecked Sendable`: `NSObject` and `NSPredicate` do not declare it on Linux; a lock guards the mutable state.
open class HKQuery: NSObject, @unchecked Sendable {
    /// The type of the objects to read; nil for several types.
    open private(set) var objectType: HKObjectType?
    /// The predicate that the objects must match; nil: all match.
    open private(set) var predicate: NSPredicate?

    /// The type of the samples to read; nil for several types.
    @available(*, deprecated, renamed: "objectType")
    open var sampleType: HKSampleType? { objectType as? HKSampleType }

    private enum Phase {
        case new
        case running(Task<Void, Never>?)
        case over
    }

    private let phase = Guarded(Phase.new)

    init(objectType: HKObjectType?, predicate: NSPredicate?) {
        self.objectType = objectType
        self.predicate = predicate
    }

    /// A query for one or several descriptors.
    init(only descriptors: [HKQueryDescriptor]) {
        let only = descriptors.count == 1 ? descriptors.first : nil
        objectType = only?.sampleType
        predicate = only?.predicate
    }

    override open var description: String {
        "<\(Swift.type(of: self)), \(objectType?.identifier ?? "several types")>"
    }

    /// Whether the query continues after its first result.
    var isFollowing: Bool { false }

    /// Asks, and calls the handlers.
    func answer(_ connection: Connection, _ notices: ObserverNotices) async {}

    /// Calls a handler, unless the query was stopped.
    final func handle(_ call: () -> Void) {
        guard phase.withLock({ if case .over = $0 { false } else { true } }) else { return }
        call()
    }

    /// Whether the query has started, so that its handlers cannot be changed any more.
    var hasBegun: Bool {
        phase.withLock { if case .new = $0 { false } else { true } }
    }

    final func begin(on store: HKHealthStore) {
        phase.withLock { phase in
            guard case .new = phase else { fatalError("a query can be executed once") }
            phase = .running(nil)
        }
        if isFollowing {
            store.running.insert(self)
        }
        // The task does not keep the store object, whose release ends queries that follow changes.
        let task = Task { [connection = store.connection, running = store.running, notices = store.notices] in
            await answer(connection, notices)
            running.remove(self)
            cancel()
        }
        phase.withLock { phase in
            guard case .running = phase else {
                task.cancel()
                return
            }
            phase = .running(task)
        }
    }

    /// Ends the query.
    final func cancel() {
        let task: Task<Void, Never>? = phase.withLock { phase in
            defer { phase = .over }
            return if case .running(let task) = phase { task } else { nil }
        }
        task?.cancel()
    }
}
