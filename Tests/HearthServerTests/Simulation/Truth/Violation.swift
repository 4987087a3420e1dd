/// The server broke a promise.
struct Violation: Error, CustomStringConvertible {
    /// What the design promises, in its words.
    enum Promise: String {
        case durable, atomic, once, ordered, resumable
        case stateThenChanges = "state, then changes"
        case nobodyWaits = "nobody waits for a slow reader"
        case credit
        case consistentQueries = "queries see one snapshot"
        case answers = "each call is answered"
        case failure
        // Background deliveries.
        case delivered, frequency
        case cursors = "a cursor's app sees each change"
        case ownApp = "an app acts for itself only"
    }

    let promise: Promise
    let detail: String

    init(_ promise: Promise, _ detail: String) {
        self.promise = promise
        self.detail = detail
    }

    var description: String { "\(promise.rawValue): \(detail)" }
}

/// Throws unless the condition holds; the detail is made only then.
func ensure(
    _ condition: Bool,
    _ promise: Violation.Promise,
    _ detail: @autoclosure () -> String
) throws(Violation) {
    guard condition else { throw Violation(promise, detail()) }
}
