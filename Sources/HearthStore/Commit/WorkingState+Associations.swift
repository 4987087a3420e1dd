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

    /// The workouts with which some of the samples are associated, each with those of them. Of a workout's blocks only those
    /// are read that may name one.
    mutating func workouts(
        with samples: Set<ObjectID>
    ) throws(HearthError) -> [(workout: ObjectID, samples: Set<ObjectID>)] {
        _ = try completeAssociatedSamples(atMost: .max)
        var candidates: [Int64: Association] = [:]
        let associations = snapshot.associations
        snapshot.associatedSamples.forEachRange(of: samples.map(\.fingerprint)) { _, ids in
            var position = associations.partition { UInt64($0.id) < ids.lowerBound }
            while position < associations.end, UInt64(associations[position].id) <= ids.upperBound {
                candidates[associations[position].id] = associations[position]
                position = associations.after(position)
            }
        }
        var found: [ObjectID: Set<ObjectID>] = [:]
        for association in candidates.values {
            let members = try reader.members(of: association).filter(samples.contains)
            if !members.isEmpty {
                found[association.workout, default: []].formUnion(members)
            }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
