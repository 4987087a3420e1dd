import Foundation
import HearthTestSupport
import Testing

/// The bugs that the simulations and the tests of work have to find are kept as patches: each of them still fits the code.
@Suite struct MutantTests {
    private static let ofServer = Repository.paths(below: "Tests/HearthServerTests/Simulation/Mutants")
    private static let ofDeliveries = Repository.paths(below: "Tests/HearthServerTests/BackgroundSimulation/Mutants")
    private static let ofAccess = Repository.paths(below: "Tests/HearthServerTests/Access/Mutants")
    private static let ofWork = Repository.paths(below: "Tests/HearthServerTests/Work/Mutants")
    private static let patches = ofServer + ofDeliveries + ofAccess + ofWork

    @Test func thereIsOneForEachPromise() {
        #expect(Self.ofServer.count >= 25)
        #expect(Self.ofDeliveries.count >= 18)
        #expect(Self.ofAccess.count >= 18)
        #expect(Self.ofWork.count >= 8)
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
