import HearthModel
import HearthStore
import HearthWire

/// Sends the replies of calls, and ends calls and connections in all components.
final class ReplySender {
    private let state: ServerState
    private let delivery: DeliveryRouter
    private let counts: CountRouter

    init(_ state: ServerState, _ delivery: DeliveryRouter, _ counts: CountRouter) {
        self.state = state
        self.delivery = delivery
        self.counts = counts
    }

    /// Sends a reply of a call. Returns the length of its frame.
    @discardableResult
    func send(_ reply: consuming Reply, for id: CallID) -> Int {
        if case .characteristicValues(let values) = reply {
            counts.countRead(values.counted, by: id.connection)
        }
        do throws(HearthError) {
            return try state.connections.send(reply, for: id)
        } catch {
            // Longer than a frame may be, as the error is not.
            return fail(id, error)
        }
    }

    @discardableResult
    func send(_ reply: PackedReply, for id: CallID) -> Int {
        counts.countRead(reply.samples, by: id.connection)
        return state.connections.send(reply, for: id)
    }

    /// Ends a call with an error.
    @discardableResult
    func fail(_ id: CallID, _ error: HearthError) -> Int {
        close(id)
        return send(.error(ErrorReply(error)), for: id)
    }

    /// Ends a stream.
    func end(_ id: CallID, _ reason: DoneReason) {
        close(id)
        send(.done(Done(reason: reason)), for: id)
    }

    /// Takes a call from the list of those that are open.
    func close(_ id: CallID) {
        if let call = state.calls.close(id) {
            forget(call, id)
        }
    }

    /// Ends a connection with an error, which is still sent.
    func end(_ id: ConnectionID, _ error: HearthError, call: UInt64 = 0, versions: VersionRange? = nil) {
        guard state.connections.isOpen(id) else { return }
        send(.error(ErrorReply(error, versions: versions)), for: CallID(connection: id, number: call))
        finish(id)
    }

    /// Ends a connection as soon as everything is sent.
    func finish(_ id: ConnectionID) {
        let client = state.connections.client(of: id)
        for call in state.calls.disconnect(id) {
            forget(call.value, CallID(connection: id, number: call.number))
        }
        if let decoding = state.connections.end(id, at: state.now) {
            discard(decoding)
        }
        if let client {
            state.writes.disconnect(client.account)
            state.delivery.clientLeft(id, client.app)
        }
    }

    /// Ends all connections as soon as everything is sent.
    func finishAll() {
        for id in Array(state.connections.ids) where state.connections.isOpen(id) {
            finish(id)
        }
    }

    /// Ends all calls but writes, because the server stops.
    func refuseCalls() {
        for id in Array(state.connections.ids) {
            for call in state.calls.openCalls(of: id) {
                if case .write = call.value { continue }
                fail(CallID(connection: id, number: call.number), .shuttingDown)
            }
        }
    }

    /// Has a reader thread free what the server no longer uses.
    func discard(_ content: Any) {
        state.reads.insert(Released(content))
    }

    /// Gives up what an ended call has. A complete write is still written.
    private func forget(_ call: OpenCall, _ id: CallID) {
        switch call {
        case .write: break
        case .waiting: state.access.forget(id)
        case .save(let assembly):
            if let client = state.connections.client(of: id.connection) {
                state.connections.count(saveBytes: -assembly.bytes, of: id.connection, at: state.now)
                state.writes.release(assembly.bytes, of: client.account)
            }
            if state.writeSizes.isFreedByReaders(assembly.bytes) {
                discard(assembly)
            }
        case .reading(let reading):
            if let subscription = reading.subscription {
                end(subscription, id)
            }
            if reading.isLarge {
                discard(reading)
            }
        }
    }

    private func end(_ subscription: any SubscribingCall, _ id: CallID) {
        if subscription.notifying != nil {
            let position = state.position(of: subscription, id).resolved(in: state.snapshot).sequence
            delivery.execute(state.delivery.callClosed(id, position: position, in: state.snapshot))
        }
        if let types = subscription.observedTypes {
            state.feeds.stopObserving(id, types)
        } else {
            state.feeds.leave(id)
        }
    }
}
