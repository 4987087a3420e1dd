import Foundation

/// SplitMix64: a small generator whose whole future follows from its seed, so that a failed test can be run again with
/// the seed that it printed: `HEARTH_TEST_SEED=7 swift test`.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// The seed of the environment variable `HEARTH_TEST_SEED`, if there is one, else `seed`.
    package static func firstSeed(default seed: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment["HEARTH_TEST_SEED"].flatMap { UInt64($0) } ?? seed
    }

    /// A generator with that seed.
    ///
    ///     let (generator, seed) = SeededGenerator.fromEnvironment(default: 1)
    ///     #expect(…, "HEARTH_TEST_SEED=\(seed)")
    package static func fromEnvironment(default seed: UInt64) -> (generator: SeededGenerator, seed: UInt64) {
        let chosen = firstSeed(default: seed)
        return (SeededGenerator(seed: chosen), chosen)
    }
}
