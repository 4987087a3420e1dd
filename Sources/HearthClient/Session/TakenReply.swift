import HearthWire

/// What a caller gets when it asks for the next reply.
enum TakenReply: Sendable {
    case reply(Reply)
    case end
    case failure(any Error)
    /// Nothing has arrived yet.
    case nothing
}
