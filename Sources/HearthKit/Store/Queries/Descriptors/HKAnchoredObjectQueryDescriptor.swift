internal import HearthClient
internal import HearthModel
internal import HearthWire

/// Asks for what has been added and deleted since an anchor, once or for ever.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    /// Which samples: those that match at least one of these.
    public var predicates: [HKSamplePredicate<Sample>]
    /// Where to begin; nil: at the beginning.
    public var anchor: HKQueryAnchor?
    /// The most additions and deletions to return; nil: all. What one save brought may come in several pages.
    public var limit: Int?
    /// The app's cursor that says where to begin when there is no anchor; nil: none. Beyond HealthKit.
    public var cursor: String?

    /// Asks for the changes to the samples that match at least one of the predicates.
    public init(predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil) {
        self.predicates = predicates
        self.anchor = anchor
        self.limit = limit
    }

    /// Asks for the changes that the app has not acknowledged yet, by a cursor that the store keeps for it under a
    /// name. Beyond HealthKit.
    ///
    /// The cursor goes on only when the app says so with ``Result/acknowledge()``: an app that ends before that,
    /// however it ends, gets the same changes again, and misses none. A new cursor begins at the beginning. While the
    /// query follows, it stands for an observer query where background delivery is enabled.
    public init(predicates: [HKSamplePredicate<Sample>], cursor: String, limit: Int? = nil) {
        self.init(predicates: predicates, anchor: nil, limit: limit)
        self.cursor = cursor
    }

    /// What has changed, and where to begin the next time.
    ///
    /// `@unchecked Sendable`: the objects are, and nothing else is in it.
    public struct Result: @unchecked Sendable {
        /// The samples that are new, in the order in which they were saved.
        public let addedSamples: [Sample]
        /// The objects that are gone; also ones that an app has never seen.
        public let deletedObjects: [HKDeletedObject]
        /// Goes on after these changes. To be kept when they have been worked through.
        public let newAnchor: HKQueryAnchor
        /// The anchor that was asked from could not be honoured any more, so that these are all samples there are, from
        /// the beginning: what an app has kept is to be replaced. Beyond HealthKit.
        public let startedOver: Bool

        private let acknowledgement: Acknowledgement?

        /// What is to be said when the changes have been worked through, and to whom.
        fileprivate struct Acknowledgement: Sendable {
            let message: Acknowledge
            let connection: Connection
        }

        /// Says that everything up to here has been worked through, which is durable when this returns: the query's
        /// cursor goes on, and a background delivery is done. Without a cursor it does nothing. Beyond HealthKit.
        public func acknowledge() async throws {
            guard let acknowledgement else { return }
            try await HKError.translating {
                _ = try await acknowledgement.connection.acknowledge(acknowledgement.message)
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
            let changes = try reading(healthStore.connection, follow: false)
            guard let update = try await changes.next() else {
                throw HearthError(.unknown, "The server ended the query without a result.")
            }
            return result(update, healthStore.connection)
        }
    }

    /// First everything that has changed since the anchor, which may be nothing, and then each change as it is
    /// committed.
    ///
    /// A slow reader misses nothing, and nothing is kept for it. What is handed out carries the anchor to resume from.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(query: self, connection: healthStore.connection)
    }

    /// The changes since the anchor in pages of at most this size, until there are no more. Beyond HealthKit.
    public func pages(of count: Int, in healthStore: HKHealthStore) -> Pages {
        var query = self
        query.limit = count
        return Pages(query: query, store: healthStore)
    }

    fileprivate func reading(_ connection: Connection, follow: Bool) throws -> ChangeReading {
        try ChangeReading(
            predicates.map { try Selection($0.sampleType, $0.nsPredicate) },
            anchor: anchor?.bytes ?? [],
            limit: follow ? 0 : limit ?? 0,
            follow: follow,
            cursor: cursor ?? "",
            on: connection
        )
    }

    fileprivate func result(_ update: ChangeGathering.Update, _ connection: Connection) -> Result {
        guard let cursor, !cursor.isEmpty else { return Result(update, nil) }
        let types = Set(predicates.map(\.sampleType.type)).sorted { $0.index < $1.index }
        let message = Acknowledge(anchor: update.anchor, types: types, cursor: cursor)
        return Result(update, Result.Acknowledgement(message: message, connection: connection))
    }

    /// Changes as they are committed.
    public struct Results: AsyncSequence, Sendable {
        /// What each element holds.
        public typealias Element = Result

        let query: HKAnchoredObjectQueryDescriptor
        let connection: Connection

        /// Starts the query again, from the anchor.
        public func makeAsyncIterator() -> Iterator {
            Iterator(query: query, connection: connection)
        }

        /// One stream of changes. The query ends at the server with it.
        public struct Iterator: AsyncIteratorProtocol {
            private let query: HKAnchoredObjectQueryDescriptor
            private let connection: Connection
            private var changes: ChangeReading?

            init(query: HKAnchoredObjectQueryDescriptor, connection: Connection) {
                self.query = query
                self.connection = connection
            }

            /// The next changes, when there are some.
            public mutating func next() async throws -> Result? {
                try await next(isolation: #isolation)
            }

            /// The next changes, when there are some.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Result? {
                do {
                    let changes = try self.changes ?? query.reading(connection, follow: true)
                    self.changes = changes
                    return try await changes.next().map { query.result($0, connection) }
                } catch {
                    throw HKError.translated(error)
                }
            }
        }
    }

    /// Changes in pages.
    public struct Pages: AsyncSequence, Sendable {
        /// What each element holds.
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
