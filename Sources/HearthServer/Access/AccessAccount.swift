import HearthModel
import HearthStore

/// What an app has read, saved and deleted since the counter took it last. All connections of the app share one, and refer to
/// it, so that nothing is looked up for each batch and each save.
final class AccessAccount {
    enum Kind {
        case read
        case saved
        case deleted
    }

    let app: AppID
    /// Few: an app uses few types in a minute.
    private var entries: [(type: ObjectType, count: AccessCount)] = []
    /// The index of the type that was counted last.
    private var last = 0

    init(_ app: AppID) {
        self.app = app
    }

    var isEmpty: Bool { entries.isEmpty }

    func add(_ samples: SampleCounts, _ kind: Kind, at time: Timestamp) {
        samples.forEach { entry in
            guard entry.count > 0 else { return }
            let index = index(of: entry.type)
            switch kind {
            case .read:
                entries[index].count.read &+= entry.count
                entries[index].count.lastRead = time
            case .saved:
                entries[index].count.saved &+= entry.count
                entries[index].count.lastWritten = time
            case .deleted:
                entries[index].count.deleted &+= entry.count
                entries[index].count.lastWritten = time
            }
        }
    }

    private func index(of type: ObjectType) -> Int {
        if last < entries.count, entries[last].type == type { return last }
        if let index = entries.firstIndex(where: { $0.type == type }) {
            last = index
        } else {
            last = entries.count
            entries.append((type, AccessCount()))
        }
        return last
    }

    /// Adds what was counted to the counts of a day, and begins again. Returns what has changed in those.
    func move(to counts: inout AccessCounts, on day: Day, hasSocket: (AppID) -> Bool) -> Set<AccessCounts.Row> {
        var changed: Set<AccessCounts.Row> = []
        for entry in entries where !entry.count.isNothing {
            changed.insert(counts.add(entry.count, of: entry.type, by: app, on: day, hasSocket: hasSocket))
        }
        entries.removeAll(keepingCapacity: true)
        return changed
    }
}
