import Foundation
import HearthModel
import HearthTestSupport
import HearthWire

/// A subscription that follows on a thread of its own, from one server to the next.
///
/// `@unchecked Sendable`: `replica` and `isFollowing` are touched under `condition` only.
final class Subscriber: @unchecked Sendable {
    /// Empty: all.
    private let types: [ObjectType]
    private let condition = NSCondition()
    private var replica = Replica()
    private var isFollowing = false
    private var work: BackgroundWork<Void>?

    init(_ types: [ObjectType]) {
        self.types = types
    }

    /// Follows from where it was until the connection ends.
    func start(on path: String) {
        condition.lock()
        isFollowing = true
        condition.unlock()
        work = BackgroundWork { [self] in
            defer { stopFollowing() }
            do {
                try follow(SocketClient(path))
            } catch is SocketClient.Ended {
                // As is to be expected of a server that is killed.
            }
        }
    }

    private func follow(_ client: SocketClient) throws {
        try client.open("org.example.subscriber")
        let clauses = types.map { Clause(type: $0) }
        let call = try client.send(
            .queryChanges(QueryChanges(clauses: clauses, anchor: withReplica(\.anchor), follow: true))
        )
        var consumed = 0
        while true {
            let frame = try client.receive()
            switch frame.reply {
            case .changes(let batch):
                try withReplica { try $0.take(batch) }
                consumed += frame.bytes
                if consumed >= 512 << 10 {
                    try client.send(.credit(Credit(bytes: UInt64(consumed))), call: call)
                    consumed = 0
                }
            case .error(let reply) where reply.error.code == .shuttingDown: return
            case .error(let reply): throw reply.error
            default: throw Unexpected("a stream was answered with something else")
            }
        }
    }

    private func withReplica<Value>(_ body: (inout Replica) throws -> Value) rethrows -> Value {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return try body(&replica)
    }

    private func stopFollowing() {
        condition.lock()
        isFollowing = false
        replica.interrupt()
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until a sample has come; what the copy then holds.
    func contents(with id: ObjectID) throws -> Set<ObjectID> {
        condition.lock()
        let deadline = Date(timeIntervalSinceNow: TimeInterval(Waiting.secondsMax))
        var isInTime = true
        while isInTime, isFollowing, !replica.ids.contains(id) {
            isInTime = condition.wait(until: deadline)
        }
        let ids = replica.ids
        condition.unlock()
        guard ids.contains(id) else {
            try finish()
            throw Unexpected("a subscription does not get what was saved")
        }
        return ids
    }

    /// Waits for the end of the connection. Throws what was wrong with the stream.
    func finish() throws {
        try work?.value()
        work = nil
    }
}
