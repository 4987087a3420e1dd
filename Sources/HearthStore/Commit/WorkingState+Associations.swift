internal import HearthModel

extension WorkingState {
    /// Makes samples members of workouts. Those that are already stay it.
    mutating func associate(_ added: [(workout: ObjectID, samples: [ObjectID])], _ coder: MetadataCoder) {
        var prepared = AssociationBlocks()
        for (workout, samples) in added {
            for start in stride(from: 0, to: samples.count, by: options.segmentSamples) {
                let part = samples[start..<min(start + options.segmentSamples, samples.count)]
                prepared.append(Array(part), of: workout, coder)
            }
        }
        prepared.add(to: &self)
    }

    /// Forgets what belongs to workouts.
    mutating func removeAssociations(of workouts: [ObjectID]) {
        remove(snapshot.associations.associations(withAny: Set(workouts), charge: reader.charge))
    }
}
