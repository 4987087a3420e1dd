import HearthModel
import HearthStore
import HearthWire

/// Large frames, which reader threads decode, and the memory that they free.
extension ServerCore {
    /// A connection has received a large frame. It handles no further one before this one is decoded: their order holds.
    func decode(_ frame: consuming PartialFrame, of session: Session) {
        session.decoding = FrameDecoding(frame)
        decodingCount += 1
        readQueue.insertFrame(of: session.id, from: session.client?.account.key)
    }

    /// The decoding for a reader thread; nil: the connection has ended.
    func read(forFrameOf id: ConnectionID) -> Read? {
        guard let decoding = sessions[id.number]?.decoding else {
            readQueue.finishFrame()
            return nil
        }
        decoding.isUnderWay = true
        return Read(decoding, of: id)
    }

    /// A large frame is decoded.
    func finishFrame(of id: ConnectionID) {
        readQueue.finishFrame()
        guard let session = sessions[id.number], let decoding = session.decoding else { return }
        forgetDecoding(of: session)
        endFrame(of: session)
        do throws(HearthError) {
            if let frame = try decoding.takeResult() {
                handle(frame, of: session)
                if calls[CallID(connection: id, number: frame.content.call)] == nil {
                    discard(frame)
                }
            }
        } catch {
            end(session, error)
        }
        proceedWithBacklog(of: session)
    }

    func forgetDecoding(of session: Session) {
        guard let decoding = session.decoding else { return }
        session.decoding = nil
        decodingCount -= 1
        if !decoding.isUnderWay {
            discard(decoding)
        }
    }

    /// Goes on with what a connection has received, if it may.
    func proceedWithBacklog(of session: Session) {
        guard !session.isEnded else { return }
        if session.backlog.isEmpty {
            touch(session)
        } else if mayHandle(session) {
            backlogs.insert(session.id)
        }
    }

    /// Whether a frame of a connection may be handled now.
    func mayHandle(_ session: Session) -> Bool { session.decoding == nil && !isBlocked(session) }

    /// Whether the end of a connection may wait: what its client has sent before is complete, and is decoded.
    package func isDecoding(from id: ConnectionID) -> Bool { sessions[id.number]?.decoding != nil }

    /// Has a reader thread free what the server uses no more.
    func discard(_ content: Any) {
        readQueue.insert(Released(content))
    }
}
