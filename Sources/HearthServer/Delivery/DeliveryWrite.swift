import HearthModel
import HearthStore

/// A write that concerns background delivery.
enum DeliveryWrite {
    case register(BackgroundDelivery)
    case acknowledge(Acknowledge)
    case note(DeliveryNote)

    /// Nil for every other write.
    init?(_ operation: Write.Operation) {
        switch operation {
        case .register(let delivery): self = .register(delivery)
        case .acknowledge(let acknowledgement): self = .acknowledge(acknowledgement)
        case .noteDelivery(let note): self = .note(note)
        case .save, .delete, .addToWorkout, .setCharacteristics, .rankSources, .controlAccess, .recordAccess,
            .storeCounts:
            return nil
        }
    }
}
