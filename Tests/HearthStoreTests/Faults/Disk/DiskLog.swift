/// What happened to the files of a disk, in order.
final class DiskLog {
    private(set) var events: [Event] = []

    struct Event {
        var path: String
        var change: Change
    }

    enum Change {
        case created
        case wrote([UInt8], offset: Int)
        case truncated(Int)
        case synced
        /// The program heard that a sync failed. The system forgets then what was not written, and says so only once.
        case syncFailed
        case deleted(isDurable: Bool)
        /// Not of a file: at this moment the program gave its word for something.
        case promised(Int)
    }

    func add(_ change: Change, to path: String) {
        // Files without a name are scratch.
        guard !path.isEmpty else { return }
        events.append(Event(path: path, change: change))
    }

    /// Notes that something is promised from here on.
    func promise(_ number: Int) {
        events.append(Event(path: "", change: .promised(number)))
    }

    /// The last promise before a moment.
    func promise(before cut: Int) -> Int? {
        for event in events[..<cut].reversed() {
            if case .promised(let number) = event.change { return number }
        }
        return nil
    }
}
