/// Chooses the format by the root element, and forwards everything.
final class RootHandler: XMLHandler {
    private(set) var format: WorkoutFileFormat?
    private var gpx = WorkoutFrame<GPXReading>()
    private var tcx = WorkoutFrame<TCXReading>()

    /// `listedSport`: what a list of activities says, for a file that names no sport.
    init(_ listedSport: RecordedSport? = nil) {
        gpx.content.listedSport = listedSport
        tcx.content.listedSport = listedSport
    }

    func start(
        _ name: XMLName,
        _ attributes: XMLAttributes,
        at position: XMLPosition
    ) throws(FormatError) -> XMLInterest {
        if format == nil {
            format = Self.format(of: name)
        }
        switch format {
        case .gpx: return try gpx.start(name, attributes, at: position)
        case .tcx: return try tcx.start(name, attributes, at: position)
        default: throw FormatError(.unknownFormat, at: position.offset)
        }
    }

    private static func format(of root: XMLName) -> WorkoutFileFormat? {
        if root.local == "gpx", [.gpx, .none].contains(root.namespace) { return .gpx }
        if root.local == "TrainingCenterDatabase", [.trainingCenter, .none].contains(root.namespace) { return .tcx }
        return nil
    }

    func end(text: Span<UInt8>, at position: XMLPosition) throws(FormatError) {
        if format == .gpx {
            try gpx.end(text, at: position)
        } else {
            try tcx.end(text, at: position)
        }
    }

    func finish() throws(FormatError) {}

    var notices: NoticeList { format == .gpx ? gpx.content.notices : tcx.content.notices }

    /// The workouts that are complete and were not taken yet.
    func takeWorkouts() -> [RecordedWorkout] { format == .gpx ? gpx.takeWorkouts() : tcx.takeWorkouts() }
}
