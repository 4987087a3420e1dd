import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthFormats

@Suite struct FITReadingTests {
    @Test(arguments: [false, true])
    func aRunIsReadInHealthKitsUnits(_ isBig: Bool) throws {
        let file = try WorkoutFile(Data(FITRun.encoder(isBig: isBig).file()))
        let workout = try #require(file.workouts.first)
        #expect(file.format == .fit && file.workouts.count == 1 && file.notices.isEmpty)
        #expect(workout.sport == RecordedSport(activityType: 37, text: "running/trail"))
        #expect(workout.start == unix(FITRun.unixStart) && workout.end == unix(FITRun.unixStart + 30))
        #expect(workout.duration == 10 && workout.totals.timerTime == 10)
        #expect(workout.totals.distance == 30 && workout.totals.energy == 120)
        #expect(workout.pauses == [DateInterval(start: unix(FITRun.unixStart + 5), duration: 20)])
        #expect(workout.laps.map(\.interval.duration) == [30])
        #expect(workout.device?.manufacturer == 1 && workout.device?.product == 2713)
        #expect(workout.device?.serialNumber == 123_456 && workout.device?.created == unix(FITRun.unixStart))
        let location = try #require(workout.locations.first)
        #expect(abs(location.latitude - 52.5) < 1e-6 && location.altitude == 34 && location.speed == 3.1)
        let values = Dictionary(uniqueKeysWithValues: workout.quantities.map { ($0.typeIdentifier, $0) })
        func first(_ type: String) -> Double? { values["HKQuantityTypeIdentifier\(type)"]?.values.first }
        #expect(first("HeartRate") == 140 && first("RunningPower") == 255 && first("RunningSpeed") == 3.1)
        #expect(
            first("RunningVerticalOscillation") == 8.25
                && values["HKQuantityTypeIdentifierRunningVerticalOscillation"]?.unit == "cm"
        )
        #expect(first("RunningGroundContactTime") == 244 && first("RunningStrideLength") == 1.1)
        let distances = try #require(values["HKQuantityTypeIdentifierDistanceWalkingRunning"])
        #expect(abs(distances.values.reduce(0, +) - 27) < 1e-9)
        // No sample reaches into the pause.
        #expect(zip(distances.starts, distances.ends).allSatisfy { $1.timeIntervalSince($0) <= 1 })
    }

    /// A device's calories include those at rest, so they are not the active energy that HealthKit has as the total.
    @Test func theEnergyOfADeviceIsMetadata() throws {
        let workout = try #require(try WorkoutFile(Data(FITRun.encoder().file())).workouts.first)
        let samples = try #require(WorkoutSamples(workout, from: .fit, key: nil)).workout
        guard case .workout(let columns) = samples.payload else { throw Unexpected("no workout") }
        #expect(columns.details.first?.totalEnergyBurned == nil && columns.details.first?.totalDistance == 30)
        let energy = samples.metadata[0]?["org.hearth.imported.totalEnergy"]
        #expect(energy == .quantity(Quantity(value: 120, unit: .kilocalorie)))
        try samples.validateForSaving()
    }

    /// Of a lap's totals only the length has a place. Laps outside of the workout, and temperatures, are counted.
    @Test func lapsHaveTheirLengthAndNothingIsLeftOutSilently() throws {
        var workout = try #require(try WorkoutFile(Data(FITRun.encoder().file())).workouts.first)
        workout.laps.append(RecordedLap(interval: DateInterval(start: workout.end + 1, duration: 5)))
        let samples = try #require(WorkoutSamples(workout, from: .fit, key: nil))
        guard case .workout(let columns) = samples.workout.payload else { throw Unexpected("no workout") }
        let laps = columns.details[0].events.filter { $0.type == .lap }
        let length = Quantity(value: 30, unit: .meter)
        #expect(laps.map { $0.metadata["HKLapLength"] } == [.quantity(length)])
        #expect(samples.omissions == [.invalidEvent])
        try samples.workout.validateForSaving()
        var file = FITEncoder()
        file.define(0, 20, [(253, 4, 0x86), (3, 1, 0x02), (13, 1, 0x01)])
        file.write(0, FITRun.start, 100, 21)
        #expect(try WorkoutFile(Data(file.file())).notices.map(\.subject) == ["record.temperature"])
    }

    @Test(arguments: [12, 14, 20] as [UInt8])
    func headersOfAllSizesAreRead(_ size: UInt8) throws {
        #expect(try WorkoutFile(Data(FITRun.encoder().file(headerBytes: size))).workouts.count == 1)
    }

    @Test func chainedFilesAreReadOneAfterTheOther() throws {
        let bytes = FITRun.encoder().file() + FITRun.encoder(sport: 2).file() + [0, 0, 0]
        let workouts = try WorkoutFile(Data(bytes)).workouts
        #expect(workouts.map(\.sport.activityType) == [37, 13])
    }

    @Test func compressedTimestampsRollOver() throws {
        var file = FITEncoder()
        file.define(0, 20, [(253, 4, 0x86), (3, 1, 0x02)])
        file.define(1, 20, [(3, 1, 0x02)])
        // The last five bits of this time are 30.
        let time = FITRun.start / 32 * 32 + 30
        file.write(0, time, 100)
        file.write(1, timeOffset: 31, 101)
        file.write(1, timeOffset: 0, 102)
        file.write(1, timeOffset: 31, 103)
        file.write(1, timeOffset: 31, 104)
        let rates = try #require(try WorkoutFile(Data(file.file())).workouts.first?.quantities.first)
        #expect(rates.values == [100, 101, 102, 103, 104])
        #expect(rates.starts.map { $0.timeIntervalSince(rates.starts[0]) } == [0, 1, 2, 33, 33])
    }

    @Test func sentinelsAreNoValues() throws {
        var file = FITEncoder()
        FITRun.defineRecord(&file)
        file.write(
            2,
            FITRun.start,
            0x7fff_ffff,
            0x7fff_ffff,
            0xffff_ffff,
            0xff,
            0xff,
            0xffff_ffff,
            0xffff_ffff,
            0xffff,
            0xffff,
            0xffff,
            0xffff
        )
        let read = try WorkoutFile(Data(file.file()))
        #expect(read.workouts.first?.locations.isEmpty == true && read.workouts.first?.quantities.isEmpty == true)
        #expect(read.notices.isEmpty)
    }

    @Test func theEnhancedFieldWins() throws {
        var file = FITEncoder()
        file.define(
            0,
            20,
            [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (78, 4, 0x86), (2, 2, 0x84), (73, 4, 0x86), (6, 2, 0x84)]
        )
        file.write(0, FITRun.start, 1, 1, 3000, 4000, 70_000, 65_000)
        file.write(0, FITRun.start + 1, 1, 1, 0xffff_ffff, 4000, 0xffff_ffff, 65_000)
        let locations = try #require(try WorkoutFile(Data(file.file())).workouts.first?.locations)
        #expect(locations.altitudes == [100, 300] && locations.speeds == [70, 65])
    }

    @Test func aDeveloperFieldStandsInForAFieldOfTheProfile() throws {
        var file = FITEncoder()
        file.define(0, 206, [(0, 1, 0x02), (1, 1, 0x02), (2, 1, 0x02), (14, 2, 0x84), (15, 1, 0x02)])
        file.write(0, 0, 5, 0x84, 20, 7)
        file.define(1, 20, [(253, 4, 0x86)], developerFields: [(5, 2, 0), (6, 3, 0)])
        file.define(2, 18, [(2, 4, 0x86), (5, 1, 0x00)])
        file.write(1, FITRun.start, 312, 0)
        file.write(1, FITRun.start + 1, 0xffff, 0)
        file.write(2, FITRun.start, 1)
        let read = try WorkoutFile(Data(file.file()))
        #expect(read.workouts.first?.quantities.map(\.typeIdentifier) == ["HKQuantityTypeIdentifierRunningPower"])
        #expect(read.workouts.first?.quantities.first?.values == [312])
        #expect(read.notices.map(\.subject) == ["record.developer_field"])
    }

    /// Fields of size 0 are not there; those of a wrong size are left out and the rest is read.
    @Test func wrongSizesDoNotShiftTheOtherFields() throws {
        var file = FITEncoder()
        file.define(0, 20, [(3, 0, 0x02), (7, 3, 0x84), (4, 4, 0x02), (253, 4, 0x86), (5, 1, 0x86), (73, 4, 0x86)])
        file.write(0, 0, 7, 7, FITRun.start, 9, 2_500)
        file.define(1, 18, [(2, 4, 0x86), (5, 1, 0x00), (8, 2, 0x86)])
        file.write(1, FITRun.start, 2, 1)
        let read = try WorkoutFile(Data(file.file()))
        #expect(read.workouts.first?.quantities.map(\.typeIdentifier) == ["HKQuantityTypeIdentifierCyclingSpeed"])
        #expect(read.notices.allSatisfy { $0.reason == .wrongSize })
        #expect(read.notices.map(\.subject).sorted() == ["record.cadence", "record.distance", "record.power"])
    }

    @Test func sessionsOfSeveralSportsShareTheRecords() throws {
        var file = FITEncoder()
        file.define(0, 20, [(253, 4, 0x86), (5, 4, 0x86), (3, 1, 0x02)])
        for second in 0..<20 as Range<Int64> {
            file.write(0, FITRun.start + second, second * 100, 100 + second)
        }
        file.define(1, 18, [(2, 4, 0x86), (7, 4, 0x86), (5, 1, 0x00)])
        file.write(1, FITRun.start, 10_000, 5)
        file.write(1, FITRun.start + 10, 9_000, 2)
        let workouts = try WorkoutFile(Data(file.file())).workouts
        #expect(workouts.map(\.sport.activityType) == [46, 13])
        #expect(workouts.map { $0.quantities.last?.count } == [10, 10])
        #expect(workouts.map { $0.quantities.first?.values.reduce(0, +) } == [9, 10])
    }

    /// Each session has its own route, distance and pauses, as if it were alone in its file.
    @Test func sessionsOfSeveralSportsHaveRoutesAndPauses() throws {
        var file = FITEncoder()
        file.define(0, 20, [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85)])
        // To the north, with a stop of two minutes in each session, and not in order.
        let seconds = (0..<20).map { Int64($0) } + (140..<160) + (200..<210) + (330..<340)
        for second in seconds.reversed() {
            let steps = seconds.prefix { $0 < second }.count
            file.write(0, FITRun.start + second, 626_349_397 + Int64(steps) * 300, 159_867_000)
        }
        file.define(1, 18, [(2, 4, 0x86), (7, 4, 0x86), (5, 1, 0x00)])
        file.write(1, FITRun.start, 160_000, 1)
        file.write(1, FITRun.start + 200, 140_000, 2)
        let read = try WorkoutFile(Data(file.file()))
        #expect(read.workouts.map(\.locations.count) == [40, 20])
        for (workout, steps) in zip(read.workouts, [39.0, 19.0]) {
            // 300 of FIT's units of an angle are 2.8 metres.
            #expect(abs((workout.totals.distance ?? 0) - steps * 2.796) < 0.05 && workout.totals.isDistanceOfRoute)
            #expect(workout.pauses.map(\.duration) == [121])
        }
        #expect(read.notices.map(\.reason) == [.unordered] && read.notices.map(\.count) == [2])
    }

    /// Nothing but their order tells such sessions apart. Their records belong to the last one.
    @Test func sessionsOfTheSameTimesAreSeveralWorkouts() throws {
        func workouts(_ sessions: Int) throws -> [WorkoutSamples] {
            var file = FITRun.encoder()
            for _ in 1..<sessions {
                file.write(4, FITRun.start + 30, FITRun.start, 30_000, 10_000, 3_000, 120, 1, 3)
            }
            return try WorkoutFile(Data(file.file())).workouts.compactMap {
                WorkoutSamples($0, from: .fit, key: nil)
            }
        }
        let several = try workouts(3)
        #expect(Set(several.flatMap(\.workout.ids)).count == 3)
        #expect(several.map(\.quantities.isEmpty) == [true, true, false])
        let one = try workouts(1)
        #expect(one.map(\.workout.ids) == [several[2].workout.ids])
        #expect(one[0].quantities.map(\.ids) == several[2].quantities.map(\.ids))
    }

    /// Without its session, a file has the start that the session names.
    @Test func aCutFileStartsWhenItsTimerDoes() throws {
        var file = FITEncoder()
        file.define(0, 21, [(253, 4, 0x86), (0, 1, 0x00), (1, 1, 0x00)])
        file.write(0, FITRun.start, 0, 0)
        FITRun.defineRecord(&file)
        FITRun.writeRecord(&file, FITRun.start + 2, 0)
        FITRun.writeRecord(&file, FITRun.start + 3, 1)
        #expect(try WorkoutFile(Data(file.file())).workouts.map(\.start) == [unix(FITRun.unixStart)])
    }

    /// Each of a thousand sessions has its own points and pauses.
    @Test func aThousandSessionsShareManyPointsAndPauses() throws {
        var file = FITEncoder()
        file.define(0, 20, [(253, 4, 0x86), (3, 1, 0x02)])
        file.define(1, 21, [(253, 4, 0x86), (0, 1, 0x00), (1, 1, 0x00)])
        file.define(2, 18, [(2, 4, 0x86), (7, 4, 0x86), (5, 1, 0x00)])
        for second in 0..<20_000 as Range<Int64> {
            file.write(0, FITRun.start + second, 100 + second % 50)
            if second % 20 == 5 {
                file.write(1, FITRun.start + second, 0, 4)
                file.write(1, FITRun.start + second + 2, 0, 0)
            }
        }
        for session in 0..<1_000 as Range<Int64> {
            file.write(2, FITRun.start + session * 20, 19_000, 1)
        }
        let workouts = try WorkoutFile(Data(file.file())).workouts
        #expect(workouts.count == 1_000)
        #expect(workouts.allSatisfy { $0.quantities.map(\.count) == [20] && $0.pauses.map(\.duration) == [2] })
    }

    @Test func aFileThatIsNoActivityHasNoWorkouts() throws {
        var file = FITEncoder()
        file.define(0, 0, [(0, 1, 0x00)])
        file.write(0, 6)
        FITRun.defineRecord(&file)
        FITRun.writeRecord(&file, FITRun.start, 0)
        let read = try WorkoutFile(Data(file.file()))
        #expect(read.workouts.isEmpty && read.notices.map(\.subject) == ["file_id"])
    }

    @Test func piecesDoNotMatter() throws {
        let bytes = FITRun.encoder().file() + FITRun.encoder(seconds: 30).file()
        let whole = try WorkoutFile(Data(bytes))
        for piece in [1, 2, 3, 7, 64, 1000] {
            #expect(try read(bytes, piece: piece).workouts == whole.workouts)
        }
    }
}
