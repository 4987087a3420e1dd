// Foundation has a `Unit` of its own: this is the only file here that imports Foundation, and it names no unit.
import Foundation

/// The rows of a fixture, each a dictionary from column name to field.
func unitFixtureRows(_ name: String, file: StaticString = #filePath) throws -> [[String: String]] {
    let folder = URL(fileURLWithPath: "\(file)").deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: folder.appendingPathComponent("Fixtures/\(name)"), encoding: .utf8)
    let lines = text.split(separator: "\n").map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let header = lines.first else { return [] }
    return lines.dropFirst().map { fields in
        Dictionary(zip(header, fields), uniquingKeysWith: { first, _ in first })
    }
}

/// Numbers that look random and are the same in every run, unless `HEARTH_TEST_SEED` says otherwise.
struct UnitTestRandom: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init() {
        seed = ProcessInfo.processInfo.environment["HEARTH_TEST_SEED"].flatMap { UInt64($0) } ?? 0x4845_4152_5448
        state = seed
    }

    // SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

extension Double {
    /// Whether the two are the same number or neighbours.
    func isWithinOneUlp(of other: Double) -> Bool {
        self == other || nextUp == other || nextDown == other
    }

    /// How far from `other`, as a fraction of it.
    func relativeError(to other: Double) -> Double {
        self == other ? 0 : abs(self - other) / abs(other)
    }
}
