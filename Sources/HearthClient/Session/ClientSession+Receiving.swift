import HearthModel
import HearthSocket
import HearthWire

/// What has come.
extension ClientSession {
    /// Takes in a frame and the size of its body. False: the connection is of no further use and is to be closed.
    mutating func receive(_ frame: Incoming<Reply>, bytes: Int) -> Bool {
        switch phase {
        case .greeting: return receiveGreeting(frame)
        case .open: return receiveReply(frame, bytes)
        case .resting, .connecting, .closed: return false
        }
    }

    /// The server sends something that is not a frame: nothing that comes after it can be understood.
    mutating func receiveGarbage(_ error: HearthError) {
        failAll(error)
    }

    private mutating func receiveGreeting(_ frame: Incoming<Reply>) -> Bool {
        guard frame.call == helloNumber || frame.call == 0 else { return true }
        switch frame.content {
        case .success(.welcome(let welcome)):
            self.welcome = welcome
            hadServer = true
            lostGreetings = 0
            phase = .open
            return true
        case .success(.error(let reply)):
            refuse(reply.error)
            return false
        case .success:
            return true
        case .failure(let error):
            failAll(error)
            return false
        }
    }

    /// The server wants no session. When that is for the moment only, the connection counts as lost.
    private mutating func refuse(_ error: HearthError) {
        if error.code != .shuttingDown, error.code != .handshakeTimeout {
            failAll(error)
        }
    }

    private mutating func receiveReply(_ frame: Incoming<Reply>, _ bytes: Int) -> Bool {
        if case .success(.error(let reply)) = frame.content, frame.call == 0 || reply.error.code.endsConnection {
            refuse(reply.error)
            return false
        }
        guard let id = ids[frame.call] else {
            if frame.isLast, abandoned.remove(frame.call) != nil {
                stagedBytes[frame.call] = nil
            }
            return true
        }
        // The server is there and answers: whatever was before is over.
        outage = nil
        switch frame.content {
        case .success(.error(let reply)): receive(reply.error, for: id, frame.call)
        case .success(let reply): receive(reply, bytes, for: id, frame.call)
        case .failure(let error): receiveUnreadable(error, for: id, frame.call)
        }
        return true
    }

    private mutating func receive(_ reply: Reply, _ bytes: Int, for id: CallID, _ number: UInt64) {
        guard calls[id]?.receive(reply, bytes: bytes) == true else { return }
        if calls[id]?.end != nil {
            forget(number)
        }
        announce(id)
    }

    private mutating func receive(_ error: HearthError, for id: CallID, _ number: UInt64) {
        forget(number)
        if error.code == .shuttingDown {
            // The next server is asked. This one closes the connection when it has finished what was begun.
            isStopping = true
            calls[id]?.lose(mayBeDone: false)
            if calls[id]?.isReady == true {
                announce(id)
            }
        } else if error.code == .objectNotFound, let count = calls[id]?.objectsDeletedBefore {
            _ = calls[id]?.receive(.committed(Committed(anchor: [], deleted: count)), bytes: 0)
            announce(id)
        } else {
            end(id, .failure(error))
        }
    }

    /// A reply is there and cannot be read: the call is of no further use.
    private mutating func receiveUnreadable(_ error: HearthError, for id: CallID, _ number: UInt64) {
        forget(number)
        if let kind = calls[id]?.kind, kind != .single {
            abandoned.insert(number)
            control.append(ClientFrame(call: number, .cancel))
        }
        end(id, .failure(error))
    }

    /// A number is used up.
    private mutating func forget(_ number: UInt64) {
        ids[number] = nil
        stagedBytes[number] = nil
    }
}

extension ClientCall {
    /// Of a deletion that may have been done on a connection that was lost: how many objects it names. When they are
    /// not found now, that is how it was done.
    fileprivate var objectsDeletedBefore: UInt64? {
        guard mayBeDone, case .deleteObjects(let deletion) = request, case .objects(let ids) = deletion.target else {
            return nil
        }
        return UInt64(Set(ids).count)
    }
}

extension Incoming<Reply> {
    /// Whether the call has ended with this, whatever call it is.
    fileprivate var isLast: Bool {
        switch content {
        case .success(.samples), .success(.changes), .success(.notice), .success(.unknown), .failure: false
        case .success: true
        }
    }
}

extension ErrorCode {
    /// Whether an error with this code ends the connection, whatever call it names.
    fileprivate var endsConnection: Bool {
        let ending: [ErrorCode] = [
            .malformedFrame, .frameTooLarge, .versionUnsupported, .handshakeRequired, .handshakeTimeout,
            .protocolViolation,
        ]
        return ending.contains(self)
    }
}
