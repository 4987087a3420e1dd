import Foundation
import HearthTestSupport
import Testing

/// The bugs that the simulation has to find are kept as patches: each of them still fits the code.
@Suite struct MutantTests {
    private static let patches = Repository.paths(below: "Tests/HearthServerTests/Simulation/Mutants")

    @Test func thereIsOneForEachPromise() {
        #expect(Self.patches.count >= 19)
    }

    @Test(arguments: patches)
    func itFits(patch: String) throws {
        var code = ""
        for part in try Repository.text(patch).components(separatedBy: "\n") {
            if part.hasPrefix("+++ b/") {
                code = try Repository.text(String(part.dropFirst("+++ b/".count)))
            }
        }
        for hunk in try Repository.text(patch).components(separatedBy: "\n@@ ").dropFirst() {
            let before = hunk.components(separatedBy: "\n").dropFirst()
                .filter { $0.hasPrefix(" ") || $0.hasPrefix("-") && !$0.hasPrefix("--- a/") }
                .map { $0.dropFirst() }
                .joined(separator: "\n")
            #expect(code.contains(before), "\(patch) is to be made again")
        }
    }
}
