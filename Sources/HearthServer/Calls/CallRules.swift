import HearthModel
import HearthWire

/// The rules of calls: chapters 4 and 5 of the protocol.
extension ConnectionCalls {
    /// What a frame asks for.
    enum Action {
        case open(call: UInt64, Request)
        case saveFrame(call: UInt64, Result<Save, HearthError>)
        case cancel(call: UInt64)
        case credit(call: UInt64, Result<UInt64, HearthError>)
        /// Refuses a call, which has ended with that.
        case refuse(call: UInt64, HearthError)
        case ignore
        /// Ends the connection.
        case end(HearthError)
    }

    func action(for frame: Incoming<Request>) -> Action {
        let isNew = frame.call > lastNumber
        switch frame.role ?? .unknown {
        case .hello:
            return .end(HearthError(.protocolViolation, "The session is open already: Hello comes once."))
        case .cancel:
            return open[frame.call] == nil ? .ignore : .cancel(call: frame.call)
        case .credit:
            guard open[frame.call] != nil else { return .ignore }
            return .credit(call: frame.call, frame.content.map { $0.credit })
        case .save where !isNew:
            switch open[frame.call] {
            case .save: return .saveFrame(call: frame.call, frame.content.map { $0.save })
            case nil: return .ignore
            default: return .end(ConnectionCalls.secondRequest)
            }
        case .unknown:
            noteNumber(frame.call)
            return .refuse(call: frame.call, frame.content.fault)
        case .save, .call:
            guard isNew else {
                return .end(open[frame.call] == nil ? .usedNumber : ConnectionCalls.secondRequest)
            }
            noteNumber(frame.call)
            switch frame.content {
            case .success(let request): return .open(call: frame.call, request)
            case .failure(let error): return .refuse(call: frame.call, error)
            }
        }
    }

    private static let secondRequest = HearthError(
        .protocolViolation,
        "The call is open already: only Cancel, Credit and the further frames of a Save may carry its number."
    )
}

extension Request {
    fileprivate var credit: UInt64 {
        if case .credit(let credit) = self { credit.bytes } else { 0 }
    }

    fileprivate var save: Save {
        if case .save(let save) = self { save } else { Save(columns: []) }
    }
}

extension Result where Failure == HearthError {
    /// The error of a request that this version does not know.
    fileprivate var fault: HearthError {
        if case .failure(let error) = self {
            return error
        }
        return HearthError(.unimplemented, "This version of Hearth does not know the request.")
    }
}
