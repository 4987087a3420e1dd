internal import HearthClient
internal import HearthModel
internal import HearthWire

/// Reads the additions and deletions since an anchor, once or continuously.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    /// The samples to read: those that match at least one of these predicates.
    public var predicates: [HKSamplePredicate<Sample>]
    /// Where to begin; nil: at the beginning.
    public var anchor: HKQueryAnchor?
    /// The most additions and deletions to return; nil: all. One save may be split into several pages.
    public var limit: Int?
    /// The app's cursor from which the query continues if `anchor` is nil. Beyond HealthKit.
    public var cursor: String?

    /// Reads the changes to the samples that match at least one of the predicates.
    public init(predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil) {
        self.predicates = predicates
        self.anchor = anchor
        self.limit = limit
    }

    /// Reads the changes that the app has not acknowledged yet, from a named cursor that the store keeps for the app.
    /// Beyond HealthKit.
    ///
    /// Only ``Result/acknowledge()`` advances the cursor: an app that ends before that, even by a crash, receives the
    /// same changes again and misses none. A new cursor starts at the beginning. While the query follows changes, it
    /// replaces an observer query for background delivery.
    public init(predicates: [HKSamplePredicate<Sample>], cursor: String, limit: Int? = nil) {
        self.init(predicates: predicates, anchor: nil, limit: limit)
        self.cursor = cursor
    }

    /// The changes, and the anchor from which to continue.
    ///
    /// `@unchecked Sendable`: it holds only objects, which are sendable.
    public struct Result: @unchecked Sendable {
        /// The samples that are new, in the order in which they were saved.
        public let addedSamples: [Sample]
        /// The objects that were deleted, including ones that the app has never seen.
        public let deletedObjects: [HKDeletedObject]
        /// Continues after these changes. The app keeps it after processing them.
        public let newAnchor: HKQueryAnchor
        /// The store could not continue from the anchor, so these are all samples from the beginning, and replace what
        /// the app has kept. Beyond HealthKit.
        public let startedOver: Bool

        private let acknowledgement: Acknowledgement?

        /// Acknowledges the changes.
        fileprivate struct Acknowledgement: Sendable {
            let message: Acknowledge
            let cursor: ChangeReading.Cursor
        }

        /// Acknowledges that everything up to here was processed: the query's cursor advances, and a background
        /// delivery is complete. The acknowledgement is durable when this returns. Without a cursor it does nothing.
        /// Beyond HealthKit.
        public func acknowledge() async throws {
            guard let acknowledgement else { return }
            try await HKError.translating {
                try await acknowledgement.cursor.acknowledge(acknowledgement.message)
            }
        }

        fileprivate init(_ update: ChangeGathering.Update, _ acknowledgement: Acknowledgement?) {
            self.acknowledgement = acknowledgement
            addedSamples = update.added.of(Sample.self)
            deletedObjects = update.deleted
            newAnchor = HKQueryAnchor(update.anchor)
            startedOver = update.startedOver
        }
    }

    /// Everything that has changed since the anchor.
    public func result(for healthStore: HKHealthStore) async throws -> Result {
        try await HKError.translating {
            let changes = try reading(healthStore.notices, follow: false)
            guard let update = try await changes.next() else {
                throw HearthError(.unknown, "The server ended the query without a result.")
            }
            return result(update, of: changes)
        }
    }

    /// First all changes since the anchor, perhaps none, and then each change when it is committed.
    ///
    /// A slow reader misses no change, and the store buffers nothing for it. Each element carries the anchor to resume
    /// from.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(query: self, notices: healthStore.notices)
    }

    /// All changes since the anchor, in pages of at most this size. Beyond HealthKit.
    public func pages(of count: Int, in healthStore: HKHealthStore) -> Pages {
        var query = self
        query.limit = count
        return Pages(query: query, store: healthStore)
    }

    fileprivate func reading(_ notices: ObserverNotices, follow: Bool) throws -> ChangeReading {
        let name = self.cursor ?? ""
        let cursor = name.isEmpty ? nil : ChangeReading.Cursor(name, notices, isFollowed: follow)
        return try ChangeReading(
            predicates.map { try QuerySelection($0.sampleType, $0.nsPredicate) },
            anchor: anchor?.encoded ?? [],
            limit: follow ? 0 : limit ?? 0,
            follow: follow,
            cursor: cursor,
            on: notices.connection
        )
    }

    fileprivate func result(_ update: ChangeGathering.Update, of changes: ChangeReading) -> Result {
        guard let cursor = changes.cursor else { return Result(update, nil) }
        let types = Set(predicates.map(\.sampleType.type)).sorted { $0.index < $1.index }
        let message = Acknowledge(anchor: update.anchor, types: types, cursor: cursor.name)
        return Result(update, Result.Acknowledgement(message: message, cursor: cursor))
    }

    /// Changes as they are committed.
    public struct Results: AsyncSequence, Sendable {
        /// The type of the elements.
        public typealias Element = Result

        let query: HKAnchoredObjectQueryDescriptor
        let notices: ObserverNotices

        /// Starts the query again, from the anchor.
        public func makeAsyncIterator() -> Iterator {
            Iterator(query: query, notices: notices)
        }

        /// One stream of changes. Releasing it ends the query at the server.
        public struct Iterator: AsyncIteratorProtocol {
            private let query: HKAnchoredObjectQueryDescriptor
            private let notices: ObserverNotices
            private var changes: ChangeReading?

            init(query: HKAnchoredObjectQueryDescriptor, notices: ObserverNotices) {
                self.query = query
                self.notices = notices
            }

            /// The next changes, when there are some.
            public mutating func next() async throws -> Result? {
                try await next(isolation: #isolation)
            }

            /// The next changes, when there are some.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Result? {
                do {
                    let changes = try self.changes ?? query.reading(notices, follow: true)
                    self.changes = changes
                    return try await changes.next().map { query.result($0, of: changes) }
                } catch {
                    throw HKError.translated(error)
                }
            }
        }
    }

    /// Changes in pages.
    public struct Pages: AsyncSequence, Sendable {
        /// The type of the elements.
        public typealias Element = Result

        let query: HKAnchoredObjectQueryDescriptor
        let store: HKHealthStore

        /// Starts the query again, from the anchor.
        public func makeAsyncIterator() -> Iterator {
            Iterator(query: query, store: store)
        }

        /// One pass over the pages.
        public struct Iterator: AsyncIteratorProtocol {
            private var query: HKAnchoredObjectQueryDescriptor
            private let store: HKHealthStore

            init(query: HKAnchoredObjectQueryDescriptor, store: HKHealthStore) {
                self.query = query
                self.store = store
            }

            /// The next page; nil when there are no more changes.
            public mutating func next() async throws -> Result? {
                let page = try await query.result(for: store)
                guard !page.addedSamples.isEmpty || !page.deletedObjects.isEmpty else { return nil }
                query.anchor = page.newAnchor
                return page
            }
        }
    }
}
