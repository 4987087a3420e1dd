import HearthStore

/// Commits of calls of a connection, sorted, so that the least and the greatest are known without a look at each call.
struct CommitsOfCalls {
    struct Entry: Comparable {
        let commit: UInt64
        /// The number of the call.
        let call: UInt64

        static func < (one: Entry, other: Entry) -> Bool { (one.commit, one.call) < (other.commit, other.call) }
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    var greatest: Entry? { entries.last }

    /// The least commit of other calls than this one.
    func least(exceptOf call: UInt64? = nil) -> UInt64? { entries.first { $0.call != call }?.commit }

    /// Replaces the commit of a call; nil: it has none.
    mutating func replace(_ old: UInt64?, _ new: UInt64?, of call: UInt64) {
        guard old != new else { return }
        if let old {
            let entry = Entry(commit: old, call: call)
            let index = index(of: entry)
            if index < entries.count, entries[index] == entry {
                entries.remove(at: index)
            }
        }
        if let new {
            let entry = Entry(commit: new, call: call)
            entries.insert(entry, at: index(of: entry))
        }
    }

    /// The index of the first entry that is not less.
    private func index(of entry: Entry) -> Int { entries.indices.partition { entries[$0] < entry } }
}
