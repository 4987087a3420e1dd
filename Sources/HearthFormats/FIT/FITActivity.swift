import Foundation
import HearthSystem

/// Collects the messages of one FIT file, and builds workouts when the file ends.
///
/// Most devices write sessions after the records that they summarize, so a workout is known only at its end.
struct FITActivity {
    private static let maxSessions = 1_000
    private static let activityFile = 4.0
    private static let timerEvent = 0.0
    private static let startEvent = 0.0
    /// A device may record a last point after the end of a session.
    private static let longestDelay: TimeInterval = 5
    /// stop, stop_all, stop_disable, stop_disable_all.
    private static let stopEvents: Set<Double> = [1, 4, 8, 9]

    private let listedSport: RecordedSport?
    private var recording = WorkoutRecording()
    private var device: RecordedDevice?
    private var fileType: Double?
    private var sport: RecordedSport?
    private var sessions: [WorkoutDetails] = []
    private var laps: [RecordedLap] = []
    private var pauses: [DateInterval] = []
    private var stopped: Date?
    /// When the timer was started first, and last.
    private var started: Date?
    private var lastStarted: Date?

    init(_ listedSport: RecordedSport?) {
        self.listedSport = listedSport
    }

    mutating func append(_ point: RecordedPoint, at offset: Int) throws(FormatError) {
        try recording.append(point, at: offset)
    }

    mutating func append(
        _ type: FITMessageType,
        _ values: FITValues,
        _ notices: inout NoticeList,
        at offset: Int
    ) throws(FormatError) {
        switch type {
        case .fileID: setDevice(values)
        case .sport: sport = FITSport.sport(values[0], values[1])
        case .session: appendSession(values, &notices, at: offset)
        case .lap: appendLap(values, &notices, at: offset)
        case .event: appendEvent(values)
        case .heartRateVariability, .length, .heartRate: notices.add(.unsupported, type.name, at: offset)
        case .record, .fieldDescription: break
        }
        guard laps.count <= WorkoutRecording.maxLaps, pauses.count <= WorkoutRecording.maxPauses,
            sessions.count <= Self.maxSessions
        else { throw FormatError(.tooLarge, at: offset) }
    }

    /// `isCut`: whether the file ends too early. It may lack sessions that its points belong to.
    consuming func workouts(
        _ notices: inout NoticeList,
        isCut: Bool = false,
        at offset: Int
    ) -> [RecordedWorkout] {
        guard fileType == nil || fileType == Self.activityFile else {
            notices.add(.unsupported, FITMessageType.fileID.name, at: offset)
            return []
        }
        // Without its first point a cut file does not name its recording.
        if isCut, recording.points == 0 {
            sessions = []
        }
        if sessions.isEmpty, recording.points > 0 {
            // As the session of the whole file has it.
            sessions = [missingSession(from: started)]
        }
        sessions.sort { ($0.start ?? .distantPast) < ($1.start ?? .distantPast) }
        if isCut, let start = startOfMissingSession() {
            sessions.append(missingSession(from: start))
        }
        // A file may have a thousand sessions and millions of points, so what they share is sorted once.
        if sessions.count > 1 {
            recording.sort()
        }
        let pauses = WorkoutRecording.apart(pauses, within: .distantPast ... .distantFuture)
        var workouts: [RecordedWorkout] = []
        for (index, session) in sessions.enumerated() {
            var details = session
            let start = index == 0 ? .distantPast : session.start ?? .distantPast
            let next = index + 1 < sessions.count ? sessions[index + 1].start ?? start : .distantFuture
            details.laps = laps.filter { $0.interval.start >= start && $0.interval.start < next }
            // A device that wrote no events may still have left gaps.
            details.pauses = pauses.isEmpty ? nil : Self.part(of: pauses, from: start, to: next)
            details.device = device
            details.listedSport = listedSport
            details.part = part(index, isCut: isCut)
            details.countedFrom = details.part.session == nil ? started ?? recording.firstPoint?.time : nil
            let part = sessions.count == 1 ? recording : recording.part(from: start, to: next)
            if let workout = part.workout(details, &notices, at: offset) {
                workouts.append(workout)
            }
        }
        if workouts.isEmpty {
            notices.add(.empty, "file", at: offset)
        }
        return workouts
    }

    /// What tells a session from the others, and the file from those of other recordings.
    private func part(_ index: Int, isCut: Bool) -> RecordedPart {
        var part = RecordedPart()
        part.firstPoint = recording.firstPoint?.location
        part.firstTime = recording.firstPoint?.time
        // Summaries may come before the points: each of a session that lasts longer than them has lost some.
        let isLonger = sessions[index].end.map { end in recording.lastTime.map { $0 < end } ?? true } ?? false
        part.isCut = isCut && (isLonger || index == sessions.count - 1)
        let start = sessions[index].start
        let laterOnes = sessions[(index + 1)...].prefix { $0.start == start }.count
        if let start, laterOnes > 0 || start != sessions[0].start {
            part.session = RecordedPart.Session(start: start, laterOnes: laterOnes)
        }
        return part
    }

    /// The session that a file lacks because it ends too early.
    private func missingSession(from start: Date?) -> WorkoutDetails {
        var session = WorkoutDetails(subject: FITMessageType.session.name)
        session.sport = sport ?? session.sport
        session.start = start
        return session
    }

    /// When the session began whose points follow those of all sessions in a file that ends too early.
    private mutating func startOfMissingSession() -> Date? {
        guard let end = sessions.compactMap(\.end).max(), let last = recording.lastTime,
            last.timeIntervalSince(end) > Self.longestDelay
        else { return nil }
        recording.sort()
        let first = recording.firstTime(from: end)
        return lastStarted.flatMap { $0 >= end && $0 <= first ?? $0 ? $0 : nil } ?? first
    }

    /// Those of ascending pauses, apart from each other, that reach into a time.
    private static func part(of pauses: [DateInterval], from start: Date, to end: Date) -> [DateInterval] {
        let first = pauses.indices.partition { pauses[$0].end <= start }
        return Array(pauses[first..<max(first, pauses.indices.partition { pauses[$0].start < end })])
    }

    /// Of several messages the first counts: a file that was cut off has it too.
    private mutating func setDevice(_ values: FITValues) {
        guard device == nil else { return }
        fileType = values[0]
        var device = RecordedDevice()
        device.manufacturer = values[1].flatMap { UInt16(exactly: $0) }
        device.product = values[2].flatMap { UInt16(exactly: $0) }
        device.serialNumber = values[3].flatMap { UInt32(exactly: $0) }
        device.created = FITTime.date(values[4])
        device.name = values.text(8)
        self.device = device
    }

    private mutating func appendSession(_ values: FITValues, _ notices: inout NoticeList, at offset: Int) {
        var session = WorkoutDetails(subject: FITMessageType.session.name)
        session.sport = FITSport.sport(values[5], values[6])
        session.name = values.text(110)
        session.start = FITTime.date(values[2])
        session.end = end(of: values, session.start)
        session.totals = totals(values, ascent: 22, descent: 23)
        if session.start == nil {
            notices.add(.missingTime, FITMessageType.session.name, at: offset)
        }
        sessions.append(session)
    }

    private mutating func appendLap(_ values: FITValues, _ notices: inout NoticeList, at offset: Int) {
        guard let start = FITTime.date(values[2]), let end = end(of: values, start), end >= start else {
            notices.add(.missingTime, FITMessageType.lap.name, at: offset)
            return
        }
        let totals = totals(values, ascent: 21, descent: 22)
        laps.append(RecordedLap(interval: DateInterval(start: start, end: end), totals: totals))
    }

    /// A pause lasts from a stop of the timer to its next start.
    private mutating func appendEvent(_ values: FITValues) {
        guard values[0] == Self.timerEvent, let type = values[1], let time = FITTime.date(values.timestamp) else {
            return
        }
        if type == Self.startEvent {
            started = started ?? time
            lastStarted = time
            if let stopped, stopped < time {
                pauses.append(DateInterval(start: stopped, end: time))
            }
            stopped = nil
        } else if Self.stopEvents.contains(type) {
            stopped = stopped ?? time
        }
    }

    private func end(of values: FITValues, _ start: Date?) -> Date? {
        if let start, let elapsed = values[7] {
            return start + elapsed / 1_000
        }
        return FITTime.date(values.timestamp)
    }

    private func totals(_ values: FITValues, ascent: UInt8, descent: UInt8) -> RecordedTotals {
        var totals = RecordedTotals()
        totals.timerTime = values[8].map { $0 / 1_000 }
        totals.distance = values[9].map { $0 / 100 }
        totals.energy = values[11]
        totals.ascent = values[ascent]
        totals.descent = values[descent]
        return totals
    }
}
