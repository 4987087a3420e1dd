/// What a connection has to know of its calls.
protocol CallsOfConnection: AnyObject {
    /// Whether a call will be answered without a word from the client.
    var isAnswering: Bool { get }
    /// Whether the calls may not send for now, because the client does not read.
    var isCongested: Bool { get set }
    /// A feed has a batch for a call. `send` sends it and returns its length, if the call may be sent one.
    func deliver(to call: UInt64, _ send: () -> Int) -> FeedReceipt
}
