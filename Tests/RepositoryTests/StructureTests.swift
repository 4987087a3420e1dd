import HearthTestSupport
import Testing

/// How the files of a target depend on each other.
@Suite struct StructureTests {
    private static let mostLines = 600

    private static let targets = Set(
        Repository.paths(below: "Sources").filter { $0.hasSuffix(".swift") }
            .map { String($0.split(separator: "/")[1]) }
    ).sorted()

    private static let graphs = Result {
        try Dictionary(uniqueKeysWithValues: targets.map { ($0, try SourceGraph(target: $0)) })
    }

    @Test(arguments: targets)
    func noFoldersUseEachOther(target: String) throws {
        let found = try #require(Self.graphs.get()[target]).foldersInCircles
        #expect(found.isEmpty)
    }

    @Test(arguments: targets)
    func aTypeIsExtendedInItsOwnFolder(target: String) throws {
        let found = try #require(Self.graphs.get()[target]).extensionsInOtherFolders
        #expect(found.isEmpty)
    }

    @Test(arguments: targets)
    func theSlicesOfATypeStayShort(target: String) throws {
        let found = try #require(Self.graphs.get()[target]).types(longerThan: Self.mostLines)
        #expect(found.isEmpty)
    }
}
