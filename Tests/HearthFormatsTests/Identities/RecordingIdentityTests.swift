import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthFormats

/// Files of one recording are recognized, and those of two are told apart.
@Suite struct RecordingIdentityTests {
    private func samples(_ bytes: [UInt8]) throws -> [WorkoutSamples] {
        try WorkoutFile(Data(bytes)).workouts.compactMap { WorkoutSamples($0, from: .fit, key: nil) }
    }

    private func samples(_ text: String, _ format: WorkoutFileFormat) throws -> [WorkoutSamples] {
        try read(text).workouts.compactMap { WorkoutSamples($0, from: format, key: nil) }
    }

    private func heartRates(_ samples: [WorkoutSamples]) -> [ObjectID] {
        samples.flatMap(\.quantities).filter { $0.type == .heartRate }.flatMap(\.ids)
    }

    /// Whether a file has the first workout of another one.
    private func isSame(_ samples: WorkoutSamples?, _ other: WorkoutSamples?) -> Bool {
        guard let recording = samples?.recording, let id = other?.workout.ids.first,
            let start = other?.workout.starts.first
        else { return false }
        return recording.place(of: id, start) == .firstSession
    }

    static let lists: [[(seconds: Int64, sport: Int64)]] = [
        [(40, 1)], [(20, 1), (20, 1)], [(10, 5), (15, 2), (15, 1)],
    ]

    /// Wherever it is cut, with and without what files may lack, and wherever a session starts.
    @Test(arguments: FITSessions.Layout.allCases) func aCutFileIsOfTheRecordingOfTheWholeOne(
        _ layout: FITSessions.Layout
    ) throws {
        var workouts = 0
        for list in Self.lists {
            let files: [(Int64?, Int64?)] = [(12_345, FITRun.start), (nil, FITRun.start), (12_345, nil), (nil, nil)]
            for (serial, created) in files {
                for delay in [-5, 0, 5] as [Int64] {
                    var file = FITSessions()
                    file.layout = layout
                    file.sessions = list
                    (file.serialNumber, file.created, file.delay) = (serial, created, delay)
                    let bytes = file.file()
                    let whole = try samples(bytes)
                    #expect(whole.count == list.count && !whole.contains(where: \.isCut))
                    let rates = Set(heartRates(whole))
                    for count in stride(from: 80, to: bytes.count - 3, by: 233) {
                        let cut = try samples(Array(bytes.prefix(count)))
                        guard let first = cut.first else { continue }
                        workouts += 1
                        #expect(isSame(whole.first, first) && cut.last?.isCut == true, "\(file) \(count)")
                        #expect(rates.isSuperset(of: heartRates(cut)), "\(file) \(count)")
                    }
                }
            }
        }
        #expect(workouts > 60)
    }

    /// The points behind the summary of a session are those of the next one.
    @Test func aCutFileHasASessionWhoseSummaryIsMissing() throws {
        var file = FITSessions()
        file.layout = .afterEach
        file.sessions = [(20, 1), (20, 2)]
        let bytes = file.file()
        let whole = try samples(bytes)
        let cut = try samples(Array(bytes.prefix(bytes.count - 60)))
        #expect(cut.map(\.isCut) == [false, true] && cut.map(\.isLaterSession) == [false, true])
        #expect(cut.map(\.workout.starts) == whole.map(\.workout.starts))
        let id = try #require(cut.last?.workout.ids.first)
        #expect(whole[1].recording?.place(of: id, cut[1].workout.starts[0]) == .laterSession)
        #expect(cut[0].workout.ids == whole[0].workout.ids)
        #expect(heartRates([cut[1]]) == Array(heartRates([whole[1]]).prefix(heartRates([cut[1]]).count)))
    }

    /// Summaries that come first name sessions whose points are lost.
    @Test func eachSessionThatLosesPointsIsCut() throws {
        var file = FITSessions()
        file.layout = .first
        file.sessions = [(10, 1), (10, 2), (10, 1)]
        let bytes = file.file()
        let cut = try samples(Array(bytes.prefix(bytes.count - 15 * 25)))
        #expect(cut.map(\.isCut) == [false, true, true], "\(cut.map(\.workout.starts))")
        #expect(try samples(bytes).map(\.isCut) == [false, false, false])
    }

    /// What an app corrects leaves the recording what it is. A FIT file without points is cut before its workout begins.
    @Test func correctionsDoNotChangeTheRecording() throws {
        let plain = FITSessions()
        var corrected = plain
        corrected.sessions = [(30, 2)]
        corrected.latitude += 5_000
        corrected.firstHeartRate = 120
        #expect(try isSame(samples(plain.file()).first, samples(corrected.file()).first))
        #expect(try samples(Array(plain.file().prefix(70))).isEmpty)

        let other = { (type: String, latitude: Double, seconds: Int) in
            GPXText.track(type: type, (0..<seconds).map { GPXText.point($0, latitude: latitude) }.joined())
        }
        let gpx = try samples(other("running", 52.5, 10), .gpx)
        #expect(try isSame(gpx.first, samples(other("cycling", 48, 20), .gpx).first))
        let workout = GeneratedWorkout(seed: 1, points: 20)
        let tcx = workout.tcx
        let sport = workout.isRun ? "Running" : "Biking"
        let changed = tcx.replacing("Sport=\"\(sport)\"", with: "Sport=\"Other\"")
        #expect(try changed != tcx && isSame(samples(tcx, .tcx).first, samples(changed, .tcx).first))
    }

    @Test func recordingsAreToldApart() throws {
        func file(_ change: (inout FITSessions) -> Void) throws -> WorkoutSamples? {
            var file = FITSessions()
            (file.serialNumber, file.created) = (nil, FITRun.start)
            change(&file)
            return try samples(file.file()).first
        }
        let plain = try file { _ in }
        #expect(try isSame(plain, file { _ in }))
        #expect(try !isSame(plain, file { $0.serialNumber = 1 }))
        #expect(try !isSame(plain, file { $0.product = 1 }))
        #expect(try !isSame(plain, file { $0.created = FITRun.start + 1 }))
        #expect(try !isSame(plain, file { $0.start += 1 }))
        // Without the time of the file its first point has to be the same.
        #expect(try !isSame(file { $0.created = nil }, file { ($0.created, $0.latitude) = (nil, 0) }))

        let points = (0..<5).map { GPXText.point($0) }.joined()
        let track = GPXText.track(points)
        let one = try samples(track, .gpx).first
        #expect(try !isSame(one, samples(track.replacing("\"Test\"", with: "\"Watch\""), .gpx).first))
        #expect(try !isSame(one, samples(GPXText.track(GPXText.point(1) + GPXText.point(9)), .gpx).first))
        // Two devices in one file.
        let two = try samples(
            GPXText.file("<trk><trkseg>\(points)</trkseg></trk><trk><trkseg>\(points)</trkseg></trk>"),
            .gpx
        )
        #expect(two.count == 2 && isSame(one, two[0]) && !isSame(one, two[1]))
        #expect(Set(two.flatMap { $0.workout.ids + $0.routes.flatMap(\.ids) }).count == 4)
    }

    @Test func zerosBehindAFileAreMentioned() throws {
        let bytes = FITSessions().file()
        let read = try WorkoutFile(Data(bytes + [UInt8](repeating: 0, count: 100)))
        #expect(read.workouts.count == 1 && read.notices.map(\.reason) == [.trailingZeros])
        #expect(read.notices.first?.firstByteOffset == bytes.count && read.notices.first?.count == 1)
        #expect(try WorkoutFile(Data(bytes + [0] + bytes)).workouts.count == 2)
    }
}
