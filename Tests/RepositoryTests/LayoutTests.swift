import Foundation
import HearthTestSupport
import Testing

/// Where things stand, and what may not stand anywhere.
@Suite struct LayoutTests {
    private static let sources = Repository.paths(below: "Sources").filter { $0.hasSuffix(".swift") }

    @Test func theTopLevelHoldsOnlyWhatItMay() throws {
        let allowed: Set = ["Package.swift", "Sources", "Tests", "Protocol", "Clients", "README.md"]
        let found = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path(percentEncoded: false))
        #expect(found.filter { !$0.hasPrefix(".") && !allowed.contains($0) } == [])
    }

    @Test func eachMessageHasAFileOfItsOwn() throws {
        let schema = try Repository.text(of: Repository.protoFile)
        let messages = schema.split(separator: "\n").compactMap { line in
            line.hasPrefix("message ") ? line.split(separator: " ")[1] : nil
        }
        let files = Self.sources.filter { $0.hasPrefix("Sources/HearthWire/Messages/") }
            .compactMap { $0.split(separator: "/").last?.dropLast(".swift".count) }
        #expect(messages.count > 60)
        #expect(messages.sorted() == files.sorted())
    }

    @Test func guidesStayShort() throws {
        for (path, most) in [
            ("Protocol/README.md", 150), ("Protocol/BACKGROUND.md", 150), ("Protocol/STATISTICS.md", 150),
            ("Protocol/RECORDS.md", 190), ("Protocol/ACCESS.md", 170),
        ] {
            let lines = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false).count - 1
            #expect(lines <= most, "\(path)")
        }
    }

    /// A table of the registry is one list and has the length of the list.
    @Test func filesAreAboutOneThing() throws {
        for path in Self.sources where !path.hasSuffix("Table.swift") {
            let lines = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false).count
            #expect(lines <= 400, "\(path)")
        }
    }

    @Test func noFolderIsADrawer() {
        let drawers: Set<Substring> = ["Utils", "Utilities", "Helpers", "Extensions", "Common", "Misc"]
        for path in Self.sources + Repository.paths(below: "Tests") {
            #expect(drawers.isDisjoint(with: path.split(separator: "/").dropLast()), "\(path)")
        }
    }

    @Test func importsPointDown() throws {
        var framing: Set<Substring> = []
        var encoding: [String] = []
        for path in Self.sources {
            let text = try Repository.text(path)
            let imports = Set(
                text.split(separator: "\n").filter { $0.contains("import ") && !$0.hasPrefix("/") }
                    .compactMap { $0.split(separator: " ").last }
            )
            if !path.hasPrefix("Sources/HearthWire/") {
                #expect(imports.isDisjoint(with: ["CHearthProtocol", "CProtobufC"]), "\(path)")
            }
            if !path.hasPrefix("Sources/HearthStore/") {
                #expect(imports.isDisjoint(with: ["CLZ4", "CPostgreSQL"]), "\(path)")
                // The benchmark compares with SQLite itself. An export of Health Connect is a database.
                let readers = ["Sources/hearth-bench/", "Sources/HearthFormats/SQLite/"]
                #expect(!imports.contains("CSQLite") || readers.contains { path.hasPrefix($0) }, "\(path)")
            }
            if !path.hasPrefix("Sources/HearthFormats/") {
                #expect(imports.isDisjoint(with: ["CExpat", "CZip", "CZlib"]), "\(path)")
            }
            if path.hasPrefix("Sources/HearthModel/") {
                #expect(imports.allSatisfy { !$0.hasPrefix("Hearth") || $0 == "HearthSystem" }, "\(path)")
            }
            if path.hasPrefix("Sources/HearthStore/"), imports.contains("HearthWire") {
                encoding.append(path)
            }
            if path.hasPrefix("Sources/HearthWire/Framing/") {
                #expect(imports.isSubset(of: ["HearthModel"]), "framing does no I/O: \(path)")
                framing.formUnion(imports)
            }
        }
        #expect(framing == ["HearthModel"])
        // The engine speaks the model.
        #expect(encoding == ["Sources/HearthStore/Encoding/MetadataCoder.swift"])
    }

    /// A file that names an unsafe pointer, or tells the compiler what it cannot check, says why.
    @Test func whatIsUnsafeHasAReason() throws {
        let pointers = ["UnsafePointer", "UnsafeMutable", "UnsafeRaw", "UnsafeBuffer", "Unmanaged"]
        for path in Self.sources {
            let text = try Repository.text(path)
            if pointers.contains(where: text.contains) {
                #expect(text.contains("Unsafe pointers:"), "\(path)")
            }
            if text.contains("@unchecked") {
                #expect(text.contains("`@unchecked Sendable`:"), "\(path)")
            }
        }
    }

    @Test func nothingIsLeftForLater() throws {
        // Made of parts, so that this file does not hold them.
        let marks = [("TO", "DO"), ("FIX", "ME"), ("X", "XX"), ("HA", "CK")].map(+)
        for path in written where !path.hasSuffix(".hex") {
            guard let text = try? Repository.text(path) else { continue }
            let words = Set(text.split { !($0.isLetter || $0 == "_") })
            #expect(marks.allSatisfy { !words.contains(Substring($0)) }, "\(path)")
        }
    }

    @Test func testsWaitForEventsAndNotForTime() throws {
        let marks = [("Task.", "sleep"), ("u", "sleep("), ("Thread.", "sleep"), ("time.", "sleep")].map(+)
        for path in Repository.paths(below: "Tests") + Repository.paths(below: "Clients") {
            guard let text = try? Repository.text(path) else { continue }
            #expect(marks.allSatisfy { !text.contains($0) }, "\(path)")
        }
    }

    @Test func streamsAreBounded() throws {
        for path in Self.sources {
            let text = try Repository.text(path)
            #expect(!text.contains("AsyncStream.makeStream") && !text.contains(".unbounded"), "\(path)")
        }
    }

    /// CI runs the command with which contributors run all tests.
    @Test func theFirstCommandsOfTheDocumentsAreThoseOfCI() throws {
        let first = try #require(try commands(in: "README.md").first)
        #expect(first.hasPrefix(".ci/packages && swift run -c release hearth serve"))
        #expect(try commands(in: ".github/CONTRIBUTING.md").contains { $0.hasPrefix("Tests/run") })
        #expect(try Repository.text(".ci/run").contains("\nTests/run\n"))
    }

    /// Pasting a block must not wait for the end of a command that runs until it is stopped.
    @Test func aCommandThatRunsUntilItIsStoppedEndsItsBlock() throws {
        let endless = ["hearth serve", "hearth watch", "hearth trace", "follow"]
        let documents =
            Repository.paths(below: "Sources").filter { $0.hasSuffix(".md") }
            + Repository.paths(below: "Clients")
            .filter { $0.hasSuffix("README.md") } + ["README.md", "Protocol/README.md"]
        for document in documents {
            for block in try Repository.text(document).split(separator: "```sh\n").dropFirst() {
                let lines = block.split(separator: "```")[0].split(separator: "\n").map { line in
                    line.split(separator: "#")[0].trimmingCharacters(in: .whitespaces)
                }
                for line in lines.dropLast() where !line.hasSuffix("&") {
                    #expect(!endless.contains { line.contains($0) }, "\(document): \(line)")
                }
            }
        }
    }

    @Test(arguments: ["README.md", ".github/CONTRIBUTING.md"])
    func theCommandsOfADocumentExist(_ document: String) throws {
        let commands = try commands(in: document)
        #expect(!commands.isEmpty)
        for command in commands {
            for word in command.split(separator: " ") where isInRepository(word) {
                let file = Repository.root.appending(path: String(word)).path(percentEncoded: false)
                #expect(FileManager.default.isExecutableFile(atPath: file), "\(word)")
            }
            if let name = command.split(separator: " hearth ").dropFirst().first?.split(separator: " ").first,
                !name.hasPrefix("-")
            {
                let file = Repository.root.appending(path: "Sources/hearth/Commands/\(name.capitalized).swift")
                #expect(FileManager.default.fileExists(atPath: file.path(percentEncoded: false)), "\(name)")
            }
        }
    }

    /// Whether a word of a command is the path of a file here: no product, no folder of the user, no pattern.
    private func isInRepository(_ word: Substring) -> Bool {
        word.contains("/") && !["/", "~", ".build/"].contains { word.hasPrefix($0) } && !word.contains("*")
    }

    /// The lines of a document's shell blocks, without their comments.
    private func commands(in document: String) throws -> [Substring] {
        try Repository.text(document).split(separator: "```sh\n").dropFirst()
            .compactMap { $0.split(separator: "```").first }
            .flatMap { $0.split(separator: "\n") }
            .map { $0.split(separator: "#")[0] }
    }

    /// Files that people wrote.
    private var written: [String] {
        ["Sources", "Tests", "Protocol", "Clients"].flatMap { Repository.paths(below: $0) }.filter {
            !$0.contains(".pb-c.")
        }
            + ["Package.swift", "README.md", ".github/CONTRIBUTING.md"]
    }

    /// An app that misuses HealthKit's API stops. A release build prints no text of a precondition.
    @Test func noMisuseStopsWithoutItsText() throws {
        for path in Self.sources where path.hasPrefix("Sources/HearthKit/") {
            #expect(!(try Repository.text(path)).contains(/\bprecondition(Failure)?\(/), "\(path)")
        }
    }
}
