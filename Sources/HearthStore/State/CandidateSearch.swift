internal import HearthModel

/// Finds the segments in which samples of some sets can lie, in steps: a set may have a million members.
struct CandidateSearch {
    /// The members of a set that are in none of the others.
    struct Members {
        let set: MemberSet
        var others: [MemberSet] = []
    }

    private let type: ObjectType
    private var open: ArraySlice<Members>
    /// The next member of the first set; nil: its first one.
    private var next: Set<ObjectID>.Index?
    private var found: [Int64: Segment] = [:]

    init(of type: ObjectType, _ members: [Members]) {
        self.type = type
        open = members[...]
    }

    /// The segments, in the order of their sequence numbers; nil when the step's work is done before that.
    mutating func proceed(_ locator: Locator) -> [Segment]? {
        while let members = open.first {
            guard !locator.reader.isExhausted else { return nil }
            let ids = takeMembers(members, locator.reader)
            for (segment, candidates) in locator.candidates(for: ids) {
                // A member may lie in any of the segments whose ranges overlap.
                locator.reader.charge(1 + candidates.count / 8)
                if segment.type == type {
                    found[segment.id] = segment
                }
            }
        }
        return found.values.sorted { $0.summary.firstSequence < $1.summary.firstSequence }
    }

    /// The next members of the first set.
    private mutating func takeMembers(_ members: Members, _ reader: SegmentReader) -> [ObjectID] {
        let set = members.set.ids
        var index = next ?? set.startIndex
        var ids: [ObjectID] = []
        var seen = 0
        while index < set.endIndex, seen < CandidateSearch.membersAtOnce {
            let id = set[index]
            if !members.others.contains(where: { $0.ids.contains(id) }) {
                ids.append(id)
            }
            index = set.index(after: index)
            seen += 1
        }
        reader.charge(seen * (1 + members.others.count))
        next = index
        if index == set.endIndex {
            next = nil
            open.removeFirst()
        }
        return ids
    }

    /// Members that are looked up together.
    private static let membersAtOnce = 1_024
}
