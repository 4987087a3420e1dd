import Foundation
import HearthFuzz
import Testing

/// What the fuzzer is given, and what it found, as tests. A file that is added to the corpus is one more test.
@Suite struct CorpusTests {
    @Test(arguments: try Input.corpus(of: .frameSplitter))
    func frameSplitter(_ input: Input) {
        FuzzTarget.frameSplitter.check(input.bytes)
    }

    @Test(arguments: try Input.corpus(of: .clientFrame))
    func clientFrame(_ input: Input) {
        FuzzTarget.clientFrame.check(input.bytes)
    }

    @Test(arguments: try Input.corpus(of: .serverFrame))
    func serverFrame(_ input: Input) {
        FuzzTarget.serverFrame.check(input.bytes)
    }

    @Test(arguments: try Input.corpus(of: .appleExport))
    func appleExport(_ input: Input) {
        FuzzTarget.appleExport.check(input.bytes)
    }

    @Test(arguments: try Input.corpus(of: .healthConnect))
    func healthConnect(_ input: Input) {
        FuzzTarget.healthConnect.check(input.bytes)
    }

    @Test(arguments: try Input.corpus(of: .gpx))
    func gpx(_ input: Input) {
        FuzzTarget.gpx.check(input.bytes)
    }

    @Test(arguments: try Input.corpus(of: .tcx))
    func tcx(_ input: Input) {
        FuzzTarget.tcx.check(input.bytes)
    }

    @Test(arguments: try Input.corpus(of: .fit))
    func fit(_ input: Input) {
        FuzzTarget.fit.check(input.bytes)
    }

    @Test(arguments: try Input.corpus(of: .stravaList))
    func stravaList(_ input: Input) {
        FuzzTarget.stravaList.check(input.bytes)
    }

    @Test(arguments: try Input.corpus(of: .columns))
    func columns(_ input: Input) {
        FuzzTarget.columns.check(input.bytes)
    }

    @Test(arguments: try Input.corpus(of: .anchors))
    func anchors(_ input: Input) {
        FuzzTarget.anchors.check(input.bytes)
    }

    @Test(arguments: try Input.corpus(of: .units))
    func units(_ input: Input) {
        FuzzTarget.units.check(input.bytes)
    }

    @Test(arguments: try Input.corpus(of: .segments))
    func segments(_ input: Input) {
        FuzzTarget.segments.check(input.bytes)
    }

    @Test(arguments: try Input.corpus(of: .server))
    func server(_ input: Input) {
        FuzzTarget.server.check(input.bytes)
    }

    @Test func everyRequestWithANumberAtAnyEdgeIsAnsweredOrRefused() {
        for input in FuzzTarget.serverEdges {
            FuzzTarget.server.check(input)
        }
    }

    /// Half of the vectors are refused on purpose; none of them may break what holds for every frame.
    @Test(arguments: try Input.vectors())
    func everyVectorHolds(_ vector: Input) {
        FuzzTarget.clientFrame.check(vector.bytes)
        FuzzTarget.serverFrame.check(vector.bytes)
    }

    /// The canary's input would be a test that fails, so it has no folder.
    @Test func everyTargetHasItsFolder() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: corpusFolder.path())
        let targets = FuzzTarget.allCases.filter { $0 != .canary }
        #expect(folders.sorted() == targets.map(\.rawValue).sorted())
        for target in targets {
            #expect(try !Input.corpus(of: target).isEmpty, "\(target) has no inputs")
        }
    }

    @Test func theScriptKnowsEveryTarget() throws {
        let script = try String(contentsOf: packageFolder.appending(path: "Tests/HearthFuzz/run"), encoding: .utf8)
        let targets = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
        #expect(script.contains("targets: \(targets)\""))
    }
}
