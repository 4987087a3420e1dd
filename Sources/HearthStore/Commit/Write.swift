package import HearthModel

/// What an app asks the store to change: as a whole or not at all. A class: it moves through several queues.
package final class Write: Sendable {
    /// The app that asks. With the device it is the provenance of the samples that it saves.
    package let origin: Origin
    package let operation: Operation
    /// What was found for a deletion, or why it cannot be searched. Nil: nothing was searched, and the commit does all of
    /// it.
    package let search: Result<FoundDeletion, HearthError>?

    package let ticket: WriteTicket

    package init(
        origin: Origin,
        operation: Operation,
        search: Result<FoundDeletion, HearthError>? = nil,
        ticket: WriteTicket = WriteTicket(0)
    ) {
        self.origin = origin
        self.operation = operation
        self.search = search
        self.ticket = ticket
    }

    /// The same deletion, after its search.
    package func searched(_ search: Result<FoundDeletion, HearthError>) -> Write {
        Write(origin: origin, operation: operation, search: search, ticket: ticket)
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
        /// What has become of deliveries to the app, of which the server keeps account.
        case note(DeliveryNote)
    }
}

/// What was found for a deletion before its commit.
package enum FoundDeletion: Sendable {
    case rows(FoundRows)
    case objects(FoundObjects)

    /// What is prepared for it.
    package var rewrites: SegmentRewrites {
        switch self {
        case .rows(let found): found.rewrites
        case .objects(let found): found.rewrites
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
