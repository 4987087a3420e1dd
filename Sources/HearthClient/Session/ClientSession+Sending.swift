import HearthModel
import HearthWire

/// What is to be sent.
extension ClientSession {
    /// The next frame, to be asked for when the one before it was taken. First what concerns open calls, then new
    /// calls, then more of saves.
    mutating func nextFrame() -> ClientFrame? {
        switch phase {
        case .greeting:
            return nextHello()
        case .open:
            return control.popFirst() ?? nextOpening() ?? nextOfSaves()
        case .resting, .connecting, .closed:
            return nil
        }
    }

    private mutating func nextHello() -> ClientFrame? {
        guard let number = helloNumber, !saidHello else { return nil }
        saidHello = true
        return ClientFrame(call: number, .hello(hello))
    }

    private var limits: Limits { welcome?.limits ?? .standard }

    /// Opens the next call that waits, unless as many are open as the server allows.
    private mutating func nextOpening() -> ClientFrame? {
        guard !isStopping, ids.count + abandoned.count < limits.openCalls else { return nil }
        while let id = waiting.popFirst() {
            guard let call = calls[id], call.wantsOpening, canSend(call.request, id) else { continue }
            return ClientFrame(call: open(id), call.request)
        }
        while let id = heldSave ?? waitingSaves.popFirst() {
            heldSave = nil
            guard fitsFrames(id), let call = calls[id], call.wantsOpening, let save = call.save else { continue }
            guard hasRoom(for: save) else {
                heldSave = id
                return nil
            }
            let number = open(id)
            stagedBytes[number] = save.bytes
            return nextFrame(of: id, number)
        }
        return nil
    }

    private mutating func open(_ id: CallID) -> UInt64 {
        lastNumber += 1
        calls[id]?.open(lastNumber)
        ids[lastNumber] = id
        return lastNumber
    }

    /// Whether the session's version has a request. A call with one that it does not have has failed: an older server
    /// would refuse it, or take it for something else.
    private mutating func canSend(_ request: Request, _ id: CallID) -> Bool {
        guard let welcome, request.firstMinor > welcome.minor else { return true }
        end(id, .failure(HearthError(.unimplemented, "the server speaks an older version of the protocol")))
        return false
    }

    /// Cuts a save as the server wants it. Whether that can be done; the call has failed when it cannot.
    private mutating func fitsFrames(_ id: CallID) -> Bool {
        let limit = Int(limits.frameBytes)
        do throws(HearthError) {
            try calls[id]?.save?.shorten(to: limit)
            return true
        } catch {
            end(id, .failure(error))
            return false
        }
    }

    /// Whether the server has room for a save besides those that are open. One that is too large by itself the server
    /// refuses.
    private func hasRoom(for save: SaveFrames) -> Bool {
        guard !stagedBytes.isEmpty else { return true }
        // The sizes are estimates.
        let room = Int(limits.stagedBytes) / 8 * 7
        return stagedBytes.values.reduce(save.bytes, +) <= room
    }

    private mutating func nextOfSaves() -> ClientFrame? {
        while let id = partialSaves.popFirst() {
            guard let number = calls[id]?.number else { continue }
            return nextFrame(of: id, number)
        }
        return nil
    }

    private mutating func nextFrame(of id: CallID, _ number: UInt64) -> ClientFrame? {
        guard let frame = calls[id]?.save?.nextFrame() else { return nil }
        if frame.more {
            partialSaves.append(id)
        }
        return ClientFrame(call: number, .save(frame))
    }

    /// A frame could not be made. That of a save is made shorter; any other call has failed.
    mutating func refused(_ frame: ClientFrame, _ error: HearthError) {
        guard let id = ids[frame.call] else { return }
        if calls[id]?.save?.shortenLast() == true {
            if case .save(let save) = frame.request, !save.more {
                partialSaves.append(id)
            }
            return
        }
        ids[frame.call] = nil
        stagedBytes[frame.call] = nil
        if let save = calls[id]?.save, !save.lastWasFirst {
            abandoned.insert(frame.call)
            control.append(ClientFrame(call: frame.call, .cancel))
        }
        end(id, .failure(error))
    }
}

extension Request {
    /// The minor version that brought it, or a field that decides what it reads.
    fileprivate var firstMinor: UInt32 {
        switch self {
        case .backgroundDelivery: 1
        case .queryChanges(let query): query.cursor.isEmpty ? 0 : 2
        case .acknowledge, .backgroundControl: 2
        default: 0
        }
    }
}
