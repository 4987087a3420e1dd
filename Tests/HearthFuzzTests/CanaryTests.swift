import HearthFuzz
import Testing

@Suite struct CanaryTests {
    private static let canary = Array("Hearth".utf8)

    @Test func isFound() {
        #expect(isCanary(Self.canary))
    }

    @Test func isNothingElse() {
        for count in 0..<Self.canary.count {
            #expect(!isCanary(Array(Self.canary.prefix(count))))
            var changed = Self.canary
            changed[count] ^= 0x20
            #expect(!isCanary(changed))
        }
        #expect(!isCanary(Self.canary + [0]))
    }

    @Test func staysQuietUntilThen() {
        FuzzTarget.canary.check([])
        FuzzTarget.canary.check(Array("Hearts".utf8))
    }

    /// What the fuzzer reports as a crash.
    @Test func stopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            FuzzTarget.canary.check(Array("Hearth".utf8))
        }
    }
}
