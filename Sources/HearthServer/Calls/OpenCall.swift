import HearthModel

/// A call that has not been answered completely.
enum OpenCall {
    /// A save whose further frames are still to come.
    case save(SaveAssembly)
    /// A write that is not yet durable or refused.
    case write(WriteReply)
    /// Reads, step by step.
    case reading(any ReadingCall)
    case waiting(WaitingCall)
}

/// A call that waits for a person.
enum WaitingCall {
    /// An app's call waits for the owner.
    case app(Authorization)
    /// The owner's tool waits for requests.
    case tool
}
