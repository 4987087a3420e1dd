import HearthModel
import HearthWire

/// A call that a simulated client has open.
final class SimulatedCall {
    enum Kind {
        case hello
        case ping
        /// What the client knew when it asked.
        case status(after: UInt64)
        case write(SimulatedWrite)
        case query(SimulatedQuery)
        case changes(SimulatedStream, follow: Bool)
        /// A QueryChanges with an anchor of which bytes were changed.
        case corruptChanges
        case observation(SimulatedObservation)
        case statistics(SimulatedStatistics)
        /// A BackgroundDelivery that changes nothing.
        case registrations
        case sources(SimulatedListing)
        /// A Characteristics that sets none.
        case characteristics
    }

    let number: UInt64
    let kind: Kind
    /// Frames of a save that are still to be sent.
    var frames: [Request]
    var credit: SimulatedCredit?
    var isCancelled = false

    init(_ number: UInt64, _ kind: Kind, frames: [Request] = [], credit: SimulatedCredit? = nil) {
        self.number = number
        self.kind = kind
        self.frames = frames
        self.credit = credit
    }

    /// Whether the call stays open until it is cancelled.
    var stays: Bool {
        switch kind {
        case .changes(_, let follow): follow
        case .observation, .statistics: true
        default: false
        }
    }

    var name: String {
        switch kind {
        case .hello: "hello"
        case .ping: "ping"
        case .status: "status"
        case .write: "write"
        case .query: "query"
        case .changes(_, let follow): follow ? "subscription" : "changes"
        case .corruptChanges: "changes from nowhere"
        case .observation: "observation"
        case .statistics: "live statistics"
        case .registrations: "reading of registrations"
        case .sources: "list of sources"
        case .characteristics: "reading of characteristics"
        }
    }
}
