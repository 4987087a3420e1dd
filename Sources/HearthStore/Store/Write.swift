package import HearthModel
internal import HearthSystem

/// What an app asks the store to change: as a whole or not at all.
package struct Write: Sendable {
    /// The app that asks. With the device it is the provenance of the samples that it saves.
    package var origin: Origin
    package var operation: Operation
    /// What was found for a deletion by predicate, or why it cannot be searched. Nil: nothing was searched, and the
    /// commit does the whole search.
    package var search: Result<FoundRows, HearthError>?

    package let ticket: WriteTicket

    package init(origin: Origin, operation: Operation, ticket: WriteTicket = WriteTicket(0)) {
        self.origin = origin
        self.operation = operation
        self.ticket = ticket
    }

    /// The number of samples that a save brings.
    package var sampleCount: Int {
        guard case .save(let columns) = operation else { return 0 }
        return columns.indices.reduce(0) { $0 + columns[$1].ids.count }
    }

    /// An app, as it introduced itself. A class: each write of it has it, and is handed on.
    package final class Origin: Sendable {
        package let source: Source
        package let version: String?
        package let productType: String?
        package let operatingSystemVersion: OperatingSystemVersion?
        /// What the app saved last came from here. An app saves with one device for a long time, and to look up the number
        /// of a provenance is to hash a dozen texts.
        let lastProvenance = Guarded<NumberedProvenance?>(nil)

        package init(
            source: Source,
            version: String? = nil,
            productType: String? = nil,
            operatingSystemVersion: OperatingSystemVersion? = nil
        ) {
            self.source = source
            self.version = version
            self.productType = productType
            self.operatingSystemVersion = operatingSystemVersion
        }

        /// The same program in the place of another app.
        package func acting(as source: Source) -> Origin {
            Origin(
                source: source,
                version: version,
                productType: productType,
                operatingSystemVersion: operatingSystemVersion
            )
        }
    }

    package enum Operation: Sendable {
        /// Samples that have passed `validate` and `validateForSaving`.
        case save([SampleColumns])
        /// Samples that the app saved.
        case delete(DeleteObjects.Target)
        case addToWorkout(AddToWorkout)
        /// What is nil stays; 0 clears.
        case setCharacteristics(CharacteristicValues)
        /// What the app wants to be told of in the background.
        case register(BackgroundDelivery)
        /// What the app has dealt with.
        case acknowledge(Acknowledge)
        /// What has become of deliveries to the app, of which the server keeps account.
        case note(DeliveryNote)
    }
}

extension Write.Origin {
    /// The provenance of what the app saves, measured by a device.
    func provenance(_ device: Device?) -> Provenance {
        Provenance(
            source: source,
            version: version,
            productType: productType,
            operatingSystemVersion: operatingSystemVersion,
            device: device
        )
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
