internal import HearthModel

/// Blocks that name samples which become members of workouts.
struct AssociationBlocks: Sendable {
    private struct Part {
        let workout: ObjectID
        let members: [ObjectID]
        let block: [UInt8]
        let checksum: UInt64
    }

    /// A part that is not needed any more is nil, and its number stays free.
    private var parts: [Part?] = []
    /// Of the members, with the positions of their parts from 1 on.
    private(set) var keys = FingerprintRuns()
    private(set) var bytes = 0

    var count: Int { parts.count }

    init() {}

    init(_ added: [(workout: ObjectID, samples: [ObjectID])], _ options: StoreOptions, _ coder: MetadataCoder) {
        for (workout, samples) in added {
            for start in stride(from: 0, to: samples.count, by: options.segmentSamples) {
                let part = samples[start..<min(start + options.segmentSamples, samples.count)]
                append(Array(part), of: workout, coder)
            }
        }
    }

    /// Makes a block of samples that become members of a workout.
    mutating func append(_ members: [ObjectID], of workout: ObjectID, _ coder: MetadataCoder) {
        let block = SegmentEncoder.encode(members, coder)
        parts.append(Part(workout: workout, members: members, block: block, checksum: Checksum.of(block)))
        bytes += block.count
        let number = UInt64(parts.count)
        keys.add(members.map { ($0.fingerprint, number) })
    }

    mutating func drop(_ position: Int) {
        bytes -= parts[position]?.block.count ?? 0
        parts[position] = nil
    }

    /// Adds the parts. `workout`: the workout that gets the one at a position, which was made for another; nil: none does.
    func add(to working: inout WorkingState, workout: (Int, ObjectID) -> ObjectID? = { $1 }) {
        guard !parts.isEmpty else { return }
        let before = working.nextBlock - 1
        let associations = makeAssociations(in: &working, change: working.takeAssociationChange(), workout)
        var added: [(association: Association, block: [UInt8])] = []
        for case let (association, part)? in associations {
            working.reader.unwritten.associations[association.id] = part.members
            added.append((association, part.block))
        }
        working.add(added)
        working.snapshot.associatedSamples.add(keys, after: UInt64(before))
    }

    /// Stages all parts. Returns the number before that of the first.
    func stage(in working: inout WorkingState, of owner: some AssociationStagingOwner) -> Int64 {
        let before = working.nextBlock - 1
        // Nothing changes before they are adopted.
        let associations = makeAssociations(in: &working, change: 0) { $1 }
        working.stage(associations.compactMap { $0.map { ($0.association, $0.part.block) } }, of: owner)
        return before
    }

    /// For each part; nil for those that are not needed any more, or that no workout gets.
    private func makeAssociations(
        in working: inout WorkingState,
        change: UInt64,
        _ workout: (Int, ObjectID) -> ObjectID?
    ) -> [(association: Association, part: Part)?] {
        parts.enumerated().map { position, part in
            let number = working.takeBlock()
            guard let part, let workout = workout(position, part.workout) else { return nil }
            let summary = AssociationSummary(
                id: number,
                workout: workout,
                count: part.members.count,
                blockChecksum: part.checksum
            )
            return (Association(summary, working.retirement, change: change), part)
        }
    }
}
