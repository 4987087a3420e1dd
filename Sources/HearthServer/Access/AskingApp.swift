import HearthModel

/// An app that has asked.
struct AskingApp {
    let request: AccessRequest
    /// The process with which it asked last. Nil where the system does not tell.
    let process: Int32?
}
