import HearthSystem

/// The connections whose driver has something to do: to send, to close, or to read again.
///
/// Each session keeps the flag: a set of waiting sessions would hash each one twice for each delivery.
final class ServiceQueue {
    private var sessions = Queue<Session>()

    var count: Int { sessions.count }

    func insert(_ session: Session) {
        guard !session.needsService else { return }
        session.needsService = true
        sessions.append(session)
    }

    func popFirst() -> ConnectionID? {
        while let session = sessions.popFirst() {
            guard session.needsService else { continue }
            session.needsService = false
            return session.id
        }
        return nil
    }
}
