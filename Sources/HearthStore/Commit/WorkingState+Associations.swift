internal import HearthModel

extension WorkingState {
    /// Forgets what belongs to workouts.
    mutating func removeAssociations(of workouts: [ObjectID]) {
        remove(snapshot.associations.associations(withAny: Set(workouts), charge: reader.charge))
    }
}
