import HearthModel
import HearthSystem
import HearthWire

/// What a session has to send on its connection, and in which order: first frames about open calls, then new calls,
/// then further frames of saves. It opens no more calls and stages no more bytes than the server allows.
struct OutgoingFrames: Sendable {
    /// Frames about calls that are open.
    private var control = Queue<ClientFrame>()
    /// Calls to be opened. Those that have ended meanwhile are skipped.
    private var waiting = Queue<ClientCallID>()
    /// Saves to be opened. They are held back while the server has no room for them.
    private var waitingSaves = Queue<ClientCallID>()
    /// The first of the waiting saves, if the server has no room for it yet.
    private var heldSave: ClientCallID?
    /// Open saves with frames still to be sent.
    private var partialSaves = Queue<ClientCallID>()
    /// The estimated bytes of each open save, by call number.
    private var stagedBytes: [UInt64: Int] = [:]
    /// False: the server is about to stop, so new calls wait for the next connection.
    private var opensCalls = true

    /// Whether nothing is to be sent, now or on the next connection.
    var isEmpty: Bool {
        waiting.isEmpty && waitingSaves.isEmpty && heldSave == nil && control.isEmpty && opensCalls
    }

    mutating func append(_ frame: ClientFrame) {
        control.append(frame)
    }

    /// Adds a call that is to be opened.
    mutating func enqueue(_ id: ClientCallID, isSave: Bool) {
        if isSave {
            waitingSaves.append(id)
        } else {
            waiting.append(id)
        }
    }

    /// A call is over at the server, which has room for its bytes again.
    mutating func release(_ number: UInt64) {
        stagedBytes[number] = nil
    }

    /// The server is about to stop.
    mutating func stopOpening() {
        opensCalls = false
    }

    /// Drops the calls that wait to be opened.
    mutating func removeWaiting() {
        waiting.removeAll()
        waitingSaves.removeAll()
    }

    /// The connection has ended.
    mutating func removeAll() {
        removeWaiting()
        stagedBytes.removeAll(keepingCapacity: true)
        partialSaves.removeAll()
        control.removeAll()
        heldSave = nil
        opensCalls = true
    }

    /// The next frame, to be asked for after the one before it was accepted.
    mutating func next(_ calls: inout CallTable, to server: Welcome?) -> ClientFrame? {
        control.popFirst() ?? nextOpening(&calls, server) ?? nextOfSaves(&calls)
    }

    // MARK: Opening calls

    private mutating func nextOpening(_ calls: inout CallTable, _ server: Welcome?) -> ClientFrame? {
        let limits = server?.limits ?? .standard
        guard opensCalls, calls.openCount < limits.openCalls else { return nil }
        while let id = waiting.popFirst() {
            guard let call = calls[id], call.wantsOpening else { continue }
            if let server, call.request.firstMinor > server.minor {
                // An older server would refuse the request, or take it for another.
                calls.end(id, .failure(HearthError.serverTooOld))
                continue
            }
            return ClientFrame(call: calls.open(id), call.request)
        }
        return nextSave(&calls, server)
    }

    private mutating func nextSave(_ calls: inout CallTable, _ server: Welcome?) -> ClientFrame? {
        let limits = server?.limits ?? .standard
        while let id = heldSave ?? waitingSaves.popFirst() {
            heldSave = nil
            do throws(HearthError) {
                try calls.shortenSave(of: id, to: Int(limits.frameBytes))
            } catch {
                calls.end(id, .failure(error))
                continue
            }
            guard let call = calls[id], call.wantsOpening, let save = call.save else { continue }
            if let server, save.firstMinor > server.minor {
                calls.end(id, .failure(HearthError.serverTooOld))
                continue
            }
            guard hasRoom(for: save, limits) else {
                heldSave = id
                return nil
            }
            let number = calls.open(id)
            stagedBytes[number] = save.bytes
            return nextFrame(of: id, number, &calls)
        }
        return nil
    }

    /// Whether the server has room for a save together with those that are open. A save that is too large by itself is
    /// sent, and the server refuses it.
    private func hasRoom(for save: SaveFrames, _ limits: Limits) -> Bool {
        guard !stagedBytes.isEmpty else { return true }
        // The sizes are estimates.
        let room = Int(limits.stagedBytes) / 8 * 7
        return stagedBytes.values.reduce(save.bytes, +) <= room
    }

    // MARK: Saves

    private mutating func nextOfSaves(_ calls: inout CallTable) -> ClientFrame? {
        while let id = partialSaves.popFirst() {
            guard let number = calls[id]?.number else { continue }
            return nextFrame(of: id, number, &calls)
        }
        return nil
    }

    private mutating func nextFrame(of id: ClientCallID, _ number: UInt64, _ calls: inout CallTable) -> ClientFrame? {
        guard let frame = calls.nextSaveFrame(of: id) else { return nil }
        if frame.more {
            partialSaves.append(id)
        }
        return ClientFrame(call: number, .save(frame))
    }

    /// A frame could not be encoded. That of a save is split; any other call fails.
    mutating func refused(_ frame: ClientFrame, _ error: HearthError, _ calls: inout CallTable) {
        guard let id = calls.id(of: frame.call) else { return }
        if calls.shortenLastSaveFrame(of: id) {
            if case .save(let save) = frame.request, !save.more {
                partialSaves.append(id)
            }
            return
        }
        release(frame.call)
        if let save = calls[id]?.save, !save.lastWasFirst {
            calls.abandon(number: frame.call)
            append(ClientFrame(call: frame.call, .cancel))
        } else {
            calls.close(frame.call)
        }
        calls.end(id, .failure(error))
    }
}

extension HearthError {
    fileprivate static let serverTooOld = HearthError(
        .unimplemented,
        "The server speaks an older version of the protocol."
    )
}
