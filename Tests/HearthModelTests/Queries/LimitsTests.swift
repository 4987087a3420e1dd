import HearthModel
import Testing

@Suite struct LimitsTests {
    @Test func theLimitsOfThisVersionFitTogether() {
        #expect(Limits.standard.areConsistent)
    }

    /// Limits that contradict each other are noticed.
    @Test func contradictionsAreNoticed() {
        let contradictions: [(inout Limits) -> Void] = [
            { $0.batchBytes = $0.frameBytes + 1 },
            { $0.initialCreditBytes = $0.batchBytes - 1 },
            { $0.stagedBytes = $0.frameBytes - 1 },
            { $0.seriesPoints = $0.frameBytes / 80 + 1 },
            { $0.metadataBytes = $0.batchBytes },
            { $0.stringBytes = 127 },
        ]
        for (index, contradict) in contradictions.enumerated() {
            var limits = Limits.standard
            contradict(&limits)
            #expect(!limits.areConsistent, "contradiction \(index)")
        }
    }
}
