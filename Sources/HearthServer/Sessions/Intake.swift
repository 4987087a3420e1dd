import HearthSystem

/// How fast large frames are taken in, over all connections: as fast as a store has a use for what they hold, with a start.
///
/// Reading faster than the store can write only burns CPU that other clients need. Each piece is asked for before it is
/// read; clients take turns.
struct Intake {
    private var pace: Pace
    /// The clients with connections that wait.
    private var waiting = Queue<ClientAccount>()

    init(pieceBytes: Int, bytesPerMillisecond: Int, atOnce start: Int) {
        pace = Pace(
            stepNanoseconds: Int64(pieceBytes) * 1_000_000 / Int64(bytesPerMillisecond),
            atOnce: start / pieceBytes
        )
    }

    /// When the next connection may be read from; nil when none waits.
    var deadline: Int64? { waiting.isEmpty ? nil : pace.readyAt }

    /// Whether the next piece may come at once. Nobody goes ahead of those who wait.
    mutating func allowsPiece(at now: Int64) -> Bool {
        guard waiting.isEmpty, pace.allowsStep(at: now) else { return false }
        pace.step(at: now)
        return true
    }

    /// A connection is not read from until it is among the `next`.
    mutating func wait(_ session: Session, of app: ClientAccount) {
        if app.unread.isEmpty {
            waiting.append(app)
        }
        app.unread.append(session)
    }

    /// The connections of which a piece may come now.
    mutating func next(at now: Int64) -> [Session] {
        var next: [Session] = []
        while pace.allowsStep(at: now), let app = waiting.popFirst() {
            if let session = app.unread.popFirst(), !session.isEnded {
                next.append(session)
                pace.step(at: now)
            }
            if !app.unread.isEmpty {
                waiting.append(app)
            }
        }
        return next
    }
}
