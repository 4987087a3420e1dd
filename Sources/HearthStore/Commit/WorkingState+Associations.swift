internal import HearthModel

extension WorkingState {
    /// Makes samples members of a workout. Those that are already stay it.
    mutating func associate(_ samples: [ObjectID], with workout: ObjectID, _ coder: MetadataCoder) {
        var prepared = PreparedAssociations()
        for start in stride(from: 0, to: samples.count, by: options.segmentSamples) {
            let part = samples[start..<min(start + options.segmentSamples, samples.count)]
            prepared.append(Array(part), of: workout, coder)
        }
        prepared.add(to: &self)
    }

    /// Forgets what belongs to a workout.
    mutating func removeAssociations(of workout: ObjectID) {
        for association in snapshot.associations.associations(with: workout) {
            remove(association)
        }
    }
}
