package import HearthModel

/// What identifies a recording in whatever file it is: the whole one, one that was cut off, one that was exported again.
///
/// It depends only on what a file says at its beginning, and on nothing that people correct:
///
/// - FIT: manufacturer, product and serial number of the device, when it created the file, and when it recorded the first
///   point. Without a time of creation, also where that point is.
/// - GPX and TCX: the program or device that recorded it, and its start. Of several tracks with one start, which one it is.
///
/// Files that agree in all of that are of one recording. Two activities never do: they would have to begin at one device in
/// one second. The sport, the end and the totals do not count. Of several sessions in a FIT file, the first has the recording's
/// identity, because a cut file may not have its start, and each other one also has its own start.
package struct RecordingIdentity: Sendable {
    /// A stored workout of the recording.
    package enum Place: Sendable {
        case firstSession
        case laterSession
    }

    /// Of the samples of all sessions, which a cut file may not tell apart.
    let ofSamples: String
    /// Of the workout and its routes.
    let ofWorkout: String
    private let format: WorkoutFileFormat
    private let key: IdentityKey?

    /// `start`: that of the workout.
    init(_ workout: RecordedWorkout, _ start: Timestamp, _ format: WorkoutFileFormat, _ key: IdentityKey?) {
        self.format = format
        self.key = key
        let part = workout.part
        var parts: [String?]
        if format == .fit {
            let device = workout.device
            let first = part.firstTime.flatMap { Timestamp($0) } ?? start
            parts = [
                device?.manufacturer?.description, device?.product?.description, device?.serialNumber?.description,
                device?.created.flatMap { Timestamp($0) }?.nanoseconds.description, first.nanoseconds.description,
            ]
            if device?.created == nil, let place = part.firstPoint {
                parts += ["\(place.latitude)", "\(place.longitude)"]
            }
        } else {
            parts = [start.nanoseconds.description, "\(part.earlierOnes)", workout.device?.name]
        }
        let recording = parts.map { $0 ?? "-" }.joined(separator: " ")
        ofSamples = recording
        ofWorkout = part.session.flatMap { Self.later(recording, $0) } ?? recording
    }

    private static func later(_ recording: String, _ session: RecordedPart.Session) -> String? {
        Timestamp(session.start).map { later(recording, $0, session.laterOnes) }
    }

    private static func later(_ recording: String, _ start: Timestamp, _ laterOnes: Int) -> String {
        "\(recording) \(start.nanoseconds) \(laterOnes)"
    }

    /// Where a stored workout is in the recording; nil: it is of another recording.
    package func place(of id: ObjectID, _ start: Timestamp) -> Place? {
        var identities = SampleIdentities(key)
        func isDerived(from identity: String) -> Bool {
            let origin = SampleIdentities.origin(identity, of: .workout, in: format.rawValue)
            return identities.isDerived(id, from: start, origin: origin)
        }
        if isDerived(from: ofSamples) { return .firstSession }
        return isDerived(from: Self.later(ofSamples, start, 0)) ? .laterSession : nil
    }
}
