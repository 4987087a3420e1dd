import Testing

/// The tests of the tests: a bug on either side is found, and the script that shows it becomes short.
@Suite struct PlantedBugTests {
    @Test func ignoredTombstonesAreFound() throws {
        try expectFound(.ignoresTombstones, as: .changes)
    }

    @Test func aTieTheWrongWayIsFound() throws {
        try expectFound(.turnsTiesAround, as: .rows)
    }

    @Test func aClosedIntervalIsFound() throws {
        try expectFound(.closesIntervals, as: .rows)
    }

    private func expectFound(_ bug: PlantedBug, as kind: Mismatch.Kind) throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let script = ScriptGenerator.script(seed: seed, steps: 300)
            guard let found = try ScriptRunner.mismatch(script, on: .memory, bug: bug), found.kind == kind else {
                continue
            }
            var shrinker = Shrinker { try? ScriptRunner.mismatch($0, on: .memory, bug: bug) }
            let result = shrinker.shrink(script)
            let shrunk = try #require(result)
            #expect(shrunk.mismatch.kind == kind)
            #expect(shrunk.script.steps.count <= 4, "\(shrunk.mismatch)\n\(shrunk.script)")
            return
        }
        Issue.record("no seed finds the bug")
    }
}
