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
    /// Of an app, for the owner's answer.
    case app(Authorization)
    /// Of the owner's tool, for what apps ask.
    case tool
}
