internal import HearthModel
internal import HearthWire

extension WorkingState {
    /// Makes samples members of a workout. Those that are already stay it.
    mutating func associate(_ samples: [ObjectID], with workout: ObjectID, _ coder: AttachmentCoder) {
        for start in stride(from: 0, to: samples.count, by: options.segmentSamples) {
            let part = Array(samples[start..<min(start + options.segmentSamples, samples.count)])
            let block = SegmentEncoder.encode(part, coder)
            let summary = AssociationSummary(
                id: takeBlock(),
                workout: workout,
                count: part.count,
                blockChecksum: Checksum.of(block)
            )
            reader.unwritten.associations[summary.id] = part
            add(Association(summary, retirement), block)
            snapshot.associatedSamples.add(part.map { ($0.fingerprint, UInt64(summary.id)) })
        }
    }

    /// Forgets what belongs to a workout.
    mutating func removeAssociations(of workout: ObjectID) {
        for association in snapshot.associations.associations(with: workout) {
            remove(association)
        }
    }

    /// The workouts with which some of the samples are associated, each with all of its samples.
    mutating func workouts(
        with samples: Set<ObjectID>
    ) throws(HearthError) -> [(workout: ObjectID, samples: Set<ObjectID>)] {
        try completeAssociatedSamples()
        var workouts: Set<ObjectID> = []
        let associations = snapshot.associations
        snapshot.associatedSamples.forEachPlace(of: samples.map(\.fingerprint)) { _, ids in
            var position = associations.partition { UInt64($0.id) < ids.lowerBound }
            while position < associations.end, UInt64(associations[position].id) <= ids.upperBound {
                workouts.insert(associations[position].workout)
                position = associations.after(position)
            }
        }
        var found: [(workout: ObjectID, samples: Set<ObjectID>)] = []
        for workout in workouts.sorted() {
            var members: Set<ObjectID> = []
            for association in associations.associations(with: workout) {
                members.formUnion(try reader.members(of: association))
            }
            if !members.isDisjoint(with: samples) {
                found.append((workout, members))
            }
        }
        return found
    }
}
