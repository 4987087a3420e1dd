/// Handles elements of a workout file.
protocol WorkoutXMLHandler: XMLHandler {
    /// The workouts that are complete and were not taken yet.
    var workouts: [RecordedWorkout] { get set }
    var notices: NoticeList { get }
}
