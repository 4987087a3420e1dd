/// Associates samples with a stored workout, all or none.
package struct AddToWorkout: Hashable, Sendable {
    package var workout: ObjectID
    /// Samples to save and to associate.
    package var columns: [SampleColumns]
    /// Samples that are stored, to associate.
    package var stored: [ObjectID]

    package init(workout: ObjectID, columns: [SampleColumns] = [], stored: [ObjectID] = []) {
        self.workout = workout
        self.columns = columns
        self.stored = stored
    }
}
