import HearthWire

/// What a step of reading has come to.
enum ReadOutcome {
    /// `isLast`: the search for more, which a call without credit asks for, found nothing.
    case batch(PackedReply, isLast: Bool)
    case pause
    case end
}
