import HearthModel
import HearthStore

/// A write that is complete and waits for its turn on the disk. A class: it goes through several queues, and is large.
final class StagedWrite {
    let author: Author
    /// Without the samples once the store has them.
    private(set) var content: PendingWrite.Content
    /// Bytes that it had on the wire.
    let bytes: Int
    /// Nil: the server writes something for itself.
    let client: Client?
    /// Finds what the write deletes; nil: it is ready to be written.
    private var search: MatchingSearch?
    private var found = FoundRows()

    init(
        _ content: PendingWrite.Content,
        of author: Author,
        bytes: Int = 0,
        client: Client? = nil,
        search: MatchingSearch? = nil
    ) {
        self.search = search
        self.author = author
        self.content = content
        self.bytes = bytes
        self.client = client
    }

    /// The write as the store takes it. The samples are the store's alone from then on, whose thread frees them.
    func handOver() -> PendingWrite {
        defer {
            switch content {
            case .save, .operation(.save): content = .operation(.save([]))
            case .operation: break
            }
        }
        var write = PendingWrite(origin: author.origin, content)
        write.found = found
        return write
    }

    /// Whether nothing is left to be done for it before it is written.
    var isReady: Bool { search == nil }

    /// Goes on with the search for what it deletes; true: it is ready. What cannot be read the writer meets as well, and
    /// refuses the write.
    func prepare(_ newest: Snapshot) -> Bool {
        guard let search, (try? search.step(newest: newest)) != false else { return isReady }
        found = search.found
        self.search = nil
        return true
    }

    var app: String { author.app }

    /// The call that asks for it, and what it is answered with.
    struct Client {
        let session: Session
        let call: UInt64
        let reply: Answer
    }

    /// How the client hears of it.
    enum Answer {
        case committed(SaveAssembly?)
        case characteristics
        case registrations
        /// With where a cursor of the app stands then, or with nothing: "".
        case acknowledged(cursor: String)
        case backgroundApp
    }

    /// The request's field, in which errors of the store lie.
    var field: String {
        switch content {
        case .save, .operation(.save): "save"
        case .operation(.delete): "delete_objects"
        case .operation(.addToWorkout): "add_to_workout"
        case .operation(.setCharacteristics): "characteristics.set"
        case .operation(.register): "background_delivery"
        case .operation(.acknowledge): "acknowledge"
        case .operation(.note): "background_control"
        }
    }
}
