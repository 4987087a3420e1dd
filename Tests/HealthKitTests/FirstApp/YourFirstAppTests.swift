import Foundation
import HearthTestSupport
import Testing

/// The article "Your first app" is the app in `Tests/HeartLog` with its tests, word by word, and the app does what the
/// article says.
@Suite struct YourFirstAppTests {
    private static let article = "Sources/HearthKit/HearthKit.docc/YourFirstApp.md"

    /// Where each file of the article stands here. The manifest has no such file: this package is not the reader's.
    private static let files = [
        "Sources/HeartLog/HeartLog.swift": "Tests/HeartLog/HeartLog.swift",
        "Sources/HeartLog/App.swift": "Tests/HeartLog/App.swift",
        "Tests/HeartLogTests/HeartLogTests.swift": "Tests/HealthKitTests/FirstApp/HeartLogTests.swift",
    ]

    @Test func itsCodeIsThatOfTheApp() throws {
        let written = try Self.written()
        #expect(Set(written.keys) == Set(Self.files.keys).union(["Package.swift"]))
        for (path, file) in Self.files {
            #expect(try written[path] == Repository.text(file), "\(path)")
        }
    }

    @Test func itsManifestNamesProductsOfHearth() throws {
        let manifest = try #require(try Self.written()["Package.swift"])
        let own = try Repository.text("Package.swift")
        let products = manifest.split(separator: ".product(name: \"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(products == ["HealthKit", "CoreLocation", "HearthTesting"])
        for product in products {
            #expect(own.contains(".library(name: \"\(product)\""))
        }
        #expect(manifest.prefix { $0 != "\n" } == own.prefix { $0 != "\n" })
        #expect(own.contains("name: \"hearth\","))
        // A clone may lie in a folder of any name.
        #expect(manifest.contains(".package(name: \"hearth\", path: "))
    }

    @Test func itStartsTheServerAsTheReadmeDoes() throws {
        let command = "\n.ci/packages && swift run -c release hearth serve"
        #expect(try Repository.text(Self.article).contains(command))
        #expect(try Repository.text("README.md").contains(command))
    }

    @Test func theAppSavesAndReads() throws {
        let server = try ServerProcess(in: ServerFolder())
        #expect(try Self.run(["62", "75", "71"], in: server.folder) == .code(0))
        #expect(try Self.run([], in: server.folder) == .code(0))
        #expect(
            server.folder.text(of: "output") == """
                The latest: [71.0, 75.0, 62.0]
                The latest: [71.0, 75.0, 62.0]

                """
        )
    }

    @Test func withoutAServerTheAppSaysHowToStartOne() throws {
        let folder = try ServerFolder()
        #expect(try Self.run(["62"], in: folder) == .code(1))
        #expect(folder.text(of: "output").contains("hearth serve"))
    }

    private static func run(_ arguments: [String], in folder: ServerFolder) throws -> ChildProcess.Exit {
        try ChildProcess.run(
            try BuiltProgram.path(of: "HeartLog"),
            ChildProcess.Launch(
                arguments: arguments,
                environment: ["HEARTH_SOCKET": folder.socket],
                output: folder.file("output")
            )
        )
    }

    /// The files of the article: the code under each mention of a file in code marks, put together.
    private static func written() throws -> [String: String] {
        var blocks: [String: [String]] = [:]
        var mentioned: String?
        let parts = try Repository.text(article).components(separatedBy: "```")
        for (index, part) in parts.enumerated() {
            if index.isMultiple(of: 2) {
                mentioned = part.split(separator: "`").last { $0.hasSuffix(".swift") }.map(String.init) ?? mentioned
            } else if part.hasPrefix("swift\n") {
                let path = try #require(mentioned, "a block belongs to no file")
                blocks[path, default: []].append(String(part.dropFirst("swift\n".count)))
            }
        }
        return blocks.mapValues { $0.joined(separator: "\n") }
    }
}
