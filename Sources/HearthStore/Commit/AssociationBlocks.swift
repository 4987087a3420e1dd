internal import HearthModel

/// Blocks that name samples which become members of workouts.
struct AssociationBlocks: Sendable {
    private struct Part {
        let workout: ObjectID
        let members: [ObjectID]
        let block: [UInt8]
        let checksum: UInt64
    }

    private var parts: [Part] = []
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

    /// Adds the parts at some positions, or all.
    func add(to working: inout WorkingState, where isAdded: (Int) -> Bool = { _ in true }) {
        guard !parts.isEmpty else { return }
        let before = working.nextBlock - 1
        let associations = makeAssociations(in: &working, change: working.takeAssociationChange())
        var added: [(association: Association, block: [UInt8])] = []
        for (position, part) in parts.enumerated() where isAdded(position) {
            working.reader.unwritten.associations[associations[position].id] = part.members
            added.append((associations[position], part.block))
        }
        working.add(added)
        working.snapshot.associatedSamples.add(keys, after: UInt64(before))
    }

    /// Stages all parts. Returns the number before that of the first.
    func stage(in working: inout WorkingState, of owner: some AssociationStagingOwner) -> Int64 {
        let before = working.nextBlock - 1
        // Nothing changes before they are adopted.
        let associations = makeAssociations(in: &working, change: 0)
        working.stage(zip(associations, parts).map { ($0, $1.block) }, of: owner)
        return before
    }

    private func makeAssociations(in working: inout WorkingState, change: UInt64) -> [Association] {
        parts.map { part in
            let summary = AssociationSummary(
                id: working.takeBlock(),
                workout: part.workout,
                count: part.members.count,
                blockChecksum: part.checksum
            )
            return Association(summary, working.retirement, change: change)
        }
    }
}
