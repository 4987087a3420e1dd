public import Foundation
internal import HearthModel

/// How well a person hears one tone.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKAudiogramSensitivityPoint: NSObject, @unchecked Sendable {
    let hertz: Double
    /// The tests of the tone.
    open private(set) var tests: [HKAudiogramSensitivityTest]

    init(_ hertz: Double, _ tests: [HKAudiogramSensitivityTest]) {
        self.hertz = hertz
        self.tests = tests
    }

    /// A tone with the sensitivity of each ear; nil: the ear was not tested.
    public convenience init(
        frequency: HKQuantity,
        leftEarSensitivity: HKQuantity?,
        rightEarSensitivity: HKQuantity?
    ) throws {
        let ears: [(HKQuantity?, HKAudiogramSensitivityTestSide)] = [
            (leftEarSensitivity, .left), (rightEarSensitivity, .right),
        ]
        try self.init(
            frequency: frequency,
            tests: ears.compactMap { sensitivity, side in
                try sensitivity.map {
                    try HKAudiogramSensitivityTest(
                        sensitivity: $0,
                        type: .air,
                        masked: false,
                        side: side,
                        clampingRange: nil
                    )
                }
            }
        )
    }

    /// A tone with its tests. A frequency that is not positive, or no test at all, is an error.
    public convenience init(frequency: HKQuantity, tests: [HKAudiogramSensitivityTest]) throws {
        guard let hertz = try? frequency.value(in: .hertz), hertz.isFinite, hertz > 0 else {
            throw HKError(.invalidArgument, "The frequency of a tone is a positive number of hertz.")
        }
        guard !tests.isEmpty else {
            throw HKError(.invalidArgument, "A tone has the sensitivity of at least one ear.")
        }
        self.init(hertz, tests)
    }

    /// The frequency of the tone.
    open var frequency: HKQuantity { HKQuantity(hertz, .hertz) }

    /// The sensitivity of the left ear; nil: it was not tested.
    open var leftEarSensitivity: HKQuantity? { tests.first { $0.side == .left }?.sensitivity }

    /// The sensitivity of the right ear; nil: it was not tested.
    open var rightEarSensitivity: HKQuantity? { tests.first { $0.side == .right }?.sensitivity }
}

/// A test of how well an ear hears a tone.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKAudiogramSensitivityTest: NSObject, @unchecked Sendable {
    let decibels: Double
    /// How the tone reached the ear.
    open private(set) var type: HKAudiogramConductionType
    /// Whether the other ear heard noise meanwhile.
    open private(set) var masked: Bool
    /// The ear.
    open private(set) var side: HKAudiogramSensitivityTestSide
    /// Beyond which bounds the device could not test; nil: none.
    open private(set) var clampingRange: HKAudiogramSensitivityPointClampingRange?

    init(
        _ decibels: Double,
        _ type: HKAudiogramConductionType,
        masked: Bool,
        _ side: HKAudiogramSensitivityTestSide,
        _ clampingRange: HKAudiogramSensitivityPointClampingRange?
    ) {
        self.decibels = decibels
        self.type = type
        self.masked = masked
        self.side = side
        self.clampingRange = clampingRange
    }

    /// A test with its result in decibels of hearing level.
    public convenience init(
        sensitivity: HKQuantity,
        type: HKAudiogramConductionType,
        masked: Bool,
        side: HKAudiogramSensitivityTestSide,
        clampingRange: HKAudiogramSensitivityPointClampingRange?
    ) throws {
        guard let decibels = try? sensitivity.value(in: .decibelHearingLevel), decibels.isFinite else {
            throw HKError(.invalidArgument, "A sensitivity is a number of decibels of hearing level.")
        }
        self.init(decibels, type, masked: masked, side, clampingRange)
    }

    /// The quietest tone that the ear heard.
    open var sensitivity: HKQuantity { HKQuantity(decibels, .decibelHearingLevel) }
}

/// The bounds beyond which a device could not test.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKAudiogramSensitivityPointClampingRange: NSObject, @unchecked Sendable {
    /// The lower bound; nil: none.
    open private(set) var lowerBound: HKQuantity?
    /// The upper bound; nil: none.
    open private(set) var upperBound: HKQuantity?

    init(_ lower: Double?, _ upper: Double?) {
        lowerBound = lower.map { HKQuantity($0, .decibelHearingLevel) }
        upperBound = upper.map { HKQuantity($0, .decibelHearingLevel) }
    }

    /// Bounds in decibels of hearing level, one or both.
    public convenience init(lowerBound: Double?, upperBound: Double?) throws {
        let bounds = [lowerBound, upperBound].compactMap(\.self)
        guard !bounds.isEmpty, bounds.allSatisfy(\.isFinite), bounds == bounds.sorted() else {
            throw HKError(.invalidArgument, "A range has a lower bound, an upper one that is not below it, or both.")
        }
        self.init(lowerBound, upperBound)
    }
}

/// How a tone reached an ear.
public enum HKAudiogramConductionType: Int, Sendable {
    /// Through the air.
    case air = 0
}

/// The ear that was tested.
public enum HKAudiogramSensitivityTestSide: Int, Sendable {
    /// The left ear.
    case left = 0
    /// The right ear.
    case right = 1
}
