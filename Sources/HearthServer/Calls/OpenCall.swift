/// A call that has not been answered completely.
enum OpenCall {
    /// A save whose further frames are still to come.
    case save(SaveAssembly)
    /// A write that is not yet durable or refused.
    case write(WriteReply)
    /// Reads, step by step.
    case reading(any ReadingCall)
}
