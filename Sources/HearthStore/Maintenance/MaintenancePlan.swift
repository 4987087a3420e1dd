internal import HearthModel

/// Candidates for merging: only what commits have changed.
struct MaintenancePlan {
    /// Segments of a kind and type.
    struct List: Hashable {
        let kind: SegmentSummary.Kind
        let type: ObjectType
    }

    /// Small associations of a workout.
    struct AssociationMerge {
        let workout: ObjectID
        fileprivate(set) var ids: [Int64] = []
        fileprivate var sampleCount = 0
    }

    /// A queue without duplicates, so that a list that changes all the time does not starve the others.
    private var lists: [List] = []
    private var listed: Set<List> = []
    /// Workouts whose associations are still to be counted.
    private var workouts: Set<ObjectID>
    /// Small associations to merge, by their numbers.
    private var associationMerges: [AssociationMerge] = []
    /// Those that could not be read.
    private var postponedMerges: [AssociationMerge] = []
    /// About how many segments were written since merges last kept up with them.
    private(set) var unmerged = 0
    private var makesRoomNext = false

    /// After opening: everything.
    init(_ snapshot: Snapshot) {
        workouts = Set(snapshot.associations.elements.map(\.workout))
        for kind in SegmentSummary.Kind.allCases {
            for type in snapshot.types(of: kind).sorted(by: { $0.index < $1.index }) {
                add(List(kind: kind, type: type))
            }
        }
    }

    private mutating func add(_ list: List) {
        if listed.insert(list).inserted {
            lists.append(list)
        }
    }

    /// Notes the segments that a commit has made. `written`: how many of them its result contains.
    mutating func note(_ working: WorkingState, written: Int) {
        for segment in working.changes.made + working.changes.adopted {
            guard let type = segment.type else { continue }
            add(List(kind: segment.summary.kind, type: type))
        }
        workouts.formUnion(working.changes.newAssociations.values.map(\.summary.workout))
        workouts.formUnion(working.changes.movedAssociations.values.map(\.new.workout))
        workouts.formUnion(working.changes.adoptedAssociations.values.map(\.workout))
        unmerged += written
    }

    /// The list whose turn it is. It is queued again once a commit has changed it.
    mutating func takeList() -> List? {
        guard !lists.isEmpty else { return nil }
        let list = lists.removeFirst()
        listed.remove(list)
        return list
    }

    /// Puts back a list that could not be read. The others come first.
    mutating func putBack(_ list: List) {
        add(list)
    }

    /// Puts back associations that could not be read. The others come first.
    mutating func putBack(_ merge: AssociationMerge) {
        postponedMerges.append(merge)
    }

    mutating func noteMerge(of segments: Int) {
        unmerged = max(0, unmerged - segments)
    }

    /// Notes that no list has anything to merge.
    mutating func settleSegments() {
        unmerged = 0
    }

    /// The next small associations to merge. All workouts are counted in one pass over the associations, however many
    /// workouts there are.
    mutating func takeAssociationMerge(
        in associations: AssociationList,
        _ reader: SegmentReader,
        _ options: StoreOptions
    ) -> AssociationMerge? {
        if associationMerges.isEmpty, !workouts.isEmpty {
            associationMerges = MaintenancePlan.merges(
                of: associations.associations(withAny: workouts, charge: reader.charge),
                options
            )
            workouts = []
        }
        if let merge = associationMerges.popLast() { return merge }
        return postponedMerges.isEmpty ? nil : postponedMerges.removeFirst()
    }

    private static func merges(of associations: [Association], _ options: StoreOptions) -> [AssociationMerge] {
        var merges: [AssociationMerge] = []
        var open: [ObjectID: AssociationMerge] = [:]
        for association in associations where association.summary.count <= options.segmentSamples / 2 {
            let workout = association.workout
            var merge = open.removeValue(forKey: workout) ?? AssociationMerge(workout: workout)
            merge.ids.append(association.id)
            merge.sampleCount += association.summary.count
            // What is left comes to its turn after the merge.
            if merge.isFull(options) {
                merges.append(merge)
            } else {
                open[workout] = merge
            }
        }
        merges += open.values.filter { $0.ids.count >= options.mergeWidth }
        return merges.reversed()
    }

    /// Whether this step is for making room first, which is every other one: neither that nor the rest may keep the other
    /// from being done.
    mutating func takeTurnForRoom() -> Bool {
        makesRoomNext.toggle()
        return makesRoomNext
    }
}

extension MaintenancePlan.AssociationMerge {
    /// Whether it is as much as a step does.
    fileprivate func isFull(_ options: StoreOptions) -> Bool {
        ids.count >= options.mergeWidth
            && (ids.count >= 16 * options.mergeWidth || sampleCount >= 4 * options.segmentSamples)
    }
}
