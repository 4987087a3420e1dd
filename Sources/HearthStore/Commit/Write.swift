package import HearthModel

/// A change to the store, requested by an app or by the server itself: made as a whole or not at all. A class: it
/// moves through several queues.
package final class Write: Sendable {
    /// The app that asks. With the device it is the provenance of the samples that it saves.
    package let origin: Origin
    package let operation: Operation
    /// What readers have prepared for it, or why it cannot be prepared. Nil if nothing was prepared, and the commit
    /// does all of it.
    package let preparation: Result<Preparation, HearthError>?

    package let ticket: WriteTicket

    package init(
        origin: Origin,
        operation: Operation,
        preparation: Result<Preparation, HearthError>? = nil,
        ticket: WriteTicket = WriteTicket(0)
    ) {
        self.origin = origin
        self.operation = operation
        self.preparation = preparation
        self.ticket = ticket
    }

    /// The same write, after its preparation.
    package func prepared(_ preparation: Result<Preparation, HearthError>) -> Write {
        Write(origin: origin, operation: operation, preparation: preparation, ticket: ticket)
    }

    /// Whether it is a save, alone or with an association, that readers have prepared. One that the commit tries first is
    /// like any other: mostly there is nothing to prepare.
    var isPreparedSave: Bool {
        switch (operation, preparation) {
        case (_, .success(.save(let save))): if case .commitFirst = save.progress { false } else { true }
        case (_, .success(.addition(let addition))): !addition.commitsFirst
        case (.save, .failure), (.addToWorkout, .failure): true
        default: false
        }
    }

    /// Whether it waits until commits have read the keys that it may need, a few blocks at a time.
    func waitsForKeys(in snapshot: Snapshot) -> Bool {
        guard case .success? = preparation, operation.needsKeys else { return false }
        return snapshot.unreadBlocks(for: origin) > 0
    }

    /// The number of samples that a save brings.
    package var sampleCount: Int {
        guard case .save(let columns) = operation else { return 0 }
        return columns.indices.reduce(0) { $0 + columns[$1].ids.count }
    }

    package typealias Origin = WriteOrigin

    package enum Operation: Sendable {
        /// Samples that have passed `validate` and `validateForSaving`.
        case save([SampleColumns])
        /// Samples that the app saved.
        case delete(DeleteObjects.Target)
        case addToWorkout(AddToWorkout)
        /// What is nil stays; 0 clears.
        case setCharacteristics(CharacteristicValues)
        /// A registration for background delivery.
        case register(BackgroundDelivery)
        /// What the app has dealt with.
        case acknowledge(Acknowledge)
        /// The order that the owner has set for the sources of a type.
        case rankSources(ObjectType, SourceRankList)
        /// What the owner says of the sockets of apps.
        case controlAccess(AccessControl)
        /// What the app has asked for that need not ask.
        case recordAccess([Grant])
        /// The outcome of deliveries to the app, as the server records it.
        case noteDelivery(DeliveryNote)
        /// What apps have read, saved and deleted on days on which that has changed.
        case storeCounts(AccessCounts)

        /// The samples that it brings.
        package var savedColumns: [SampleColumns] {
            switch self {
            case .save(let columns): columns
            case .addToWorkout(let request): request.columns
            default: []
            }
        }

        /// Whether it brings samples.
        package var savesSamples: Bool {
            switch self {
            case .save: true
            case .addToWorkout(let request): !request.columns.isEmpty
            default: false
            }
        }

        /// The number of stored samples that it associates with a workout.
        package var associatedCount: Int {
            if case .addToWorkout(let request) = self { request.stored.count } else { 0 }
        }

        /// The samples that it names by their UUIDs.
        var namedIDs: [ObjectID] {
            switch self {
            case .delete(.objects(let ids)): ids
            case .addToWorkout(let request): [request.workout] + request.stored
            default: []
            }
        }

        /// Whether it changes samples, and waits for the keys by which they are found.
        package var needsKeys: Bool {
            switch self {
            case .save, .delete, .addToWorkout: true
            case .setCharacteristics, .register, .acknowledge, .rankSources, .controlAccess, .recordAccess,
                .noteDelivery, .storeCounts:
                false
            }
        }

        /// Whether a save, even a small one, may change much: samples with sync identifiers may replace others in as many
        /// segments, and in many workouts and correlations.
        package func mayChangeMuch(in snapshot: Snapshot) -> Bool {
            let columns = savedColumns
            var marked = 0
            // By index: a loop over the elements would copy them.
            for index in columns.indices where columns[index].metadata.entries.haveSyncMarks {
                marked += columns[index].count
                if snapshot.hasGroups(with: columns[index].type) { return true }
            }
            return marked > Operation.fewReplaced
        }

        /// The number of samples that are replaced in a few milliseconds, if they are in no workout and no correlation.
        private static let fewReplaced = 2

        /// Whether samples come from other sources than the app that saves them.
        package func namesOtherSources(than origin: Origin) -> Bool {
            let columns = savedColumns
            // By index: a loop over the elements would copy them.
            return columns.indices.contains { columns[$0].provenance.entries.contains(where: origin.isForeign) }
        }
    }
}

extension [Metadata] {
    /// Whether samples with such metadata have sync identifiers. Of the entries alone: of columns, which are large, it would
    /// take a copy.
    var haveSyncMarks: Bool { contains { SyncMark($0) != nil } }
}

/// What readers have prepared for a write before its commit.
package enum Preparation: Sendable {
    /// The rows that a deletion by predicate deletes.
    case rows(FoundRows)
    /// The samples that a deletion by UUIDs deletes.
    case objects(FoundObjects)
    /// A large save.
    case save(PreparedSave)
    /// The association of many samples with a workout.
    case addition(PreparedAddition)

    /// Whether commits have returned a complete save several times, as they may not follow all that others had changed.
    package var isLeftBehind: Bool {
        switch self {
        case .rows, .objects: false
        case .save(let save): save.isLeftBehind
        case .addition(let addition): addition.isLeftBehind
        }
    }

    /// The writer returns a write that waits for the keys of this number of blocks. That a deletion waits is progress: they
    /// become fewer.
    func noteUnreadKeys(_ count: Int) {
        switch self {
        case .rows(let found): found.rewrites.noteUnreadKeys(count)
        case .objects(let found): found.rewrites.noteUnreadKeys(count)
        case .save, .addition: break
        }
    }

    /// How many segments were still to be prepared for a deletion when the writer returned it last. Nil for a save.
    package var lackingCount: Int? {
        switch self {
        case .rows(let found): found.lackingCount
        case .objects(let found): found.lackingCount
        case .save, .addition: nil
        }
    }
}

/// What has become of background deliveries to an app.
package struct DeliveryNote: Hashable, Sendable {
    package enum Event: Hashable, Sendable {
        case begun(Timestamp)
        case failed(Timestamp)
        /// Nothing up to a commit concerned the app, or it wants to acknowledge nothing.
        case passedOver(UInt64)
        /// Failures are forgotten.
        case resumed
        /// The owner has taken back all that the app has.
        case removed
    }

    package var types: [ObjectType]
    package var event: Event

    package init(_ event: Event, of types: [ObjectType]) {
        self.event = event
        self.types = types
    }
}
