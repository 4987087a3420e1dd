import HearthTestSupport
import Testing

/// How the files of a target depend on each other.
///
/// A target that breaks a rule is listed with its count, which may only fall: a count that is too high fails, too.
@Suite struct StructureTests {
    private static let mostLines = 600

    private static let targets = Set(
        Repository.paths(below: "Sources").filter { $0.hasSuffix(".swift") }
            .map { String($0.split(separator: "/")[1]) }
    ).sorted()

    private static let graphs = Result {
        try Dictionary(uniqueKeysWithValues: targets.map { ($0, try SourceGraph(target: $0)) })
    }

    /// How many folders use each other.
    private static let foldersInCircles: [String: Int] = [:]
    /// How many files extend a type of another folder.
    private static let extensionsInOtherFolders = [
        "HearthStore": 13, "hearth": 1,
    ]
    /// The lines of each type that is too long.
    private static let longTypes: [String: [String: Int]] = [:]

    @Test(arguments: targets)
    func noFoldersUseEachOther(target: String) throws {
        let found = try #require(Self.graphs.get()[target]).foldersInCircles
        #expect(found.count == Self.foldersInCircles[target] ?? 0, "\(found)")
    }

    @Test(arguments: targets)
    func aTypeIsExtendedInItsOwnFolder(target: String) throws {
        let found = try #require(Self.graphs.get()[target]).extensionsInOtherFolders
        #expect(found.count == Self.extensionsInOtherFolders[target] ?? 0, "\(found)")
    }

    @Test(arguments: targets)
    func theSlicesOfATypeStayShort(target: String) throws {
        let found = try #require(Self.graphs.get()[target]).types(longerThan: Self.mostLines)
        #expect(found == Self.longTypes[target] ?? [:])
    }
}
