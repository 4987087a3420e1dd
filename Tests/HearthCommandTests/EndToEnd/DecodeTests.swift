import Foundation
import HearthTestSupport
import Testing

/// `hearth decode`, on what Protocol/vectors has and on what is broken.
@Suite struct DecodeTests {
    private let folder: ServerFolder

    init() throws {
        folder = try ServerFolder()
    }

    private func decode(_ arguments: String..., input: String = "") throws -> HearthTool {
        try HearthTool(["decode"] + arguments, in: folder, input: input)
    }

    private func path(_ vector: String) -> String {
        Repository.vectors.appending(path: vector).path(percentEncoded: false)
    }

    private static let ping = "0a 00 00 00 08 07 5a 06 0a 04 70 69 6e 67"

    @Test func digitsAreRead() throws {
        let tool = try decode(input: Self.ping)
        #expect(tool.exit == .code(0), "\(tool.errors)")
        #expect(tool.output == "C: call 7 ping (10 bytes)\n  ping {\n    payload: hidden\n  }\n")
        let shown = try decode("--values", input: Self.ping)
        #expect(shown.output.contains("payload: 70 69 6e 67"))
    }

    @Test func bytesAreRead() throws {
        let bytes = Self.ping.split(separator: " ").compactMap { UInt8($0, radix: 16) }
        try Data(bytes + bytes).write(to: URL(filePath: folder.file("frames")))
        let tool = try decode(folder.file("frames"))
        #expect(tool.exit == .code(0), "\(tool.errors)")
        #expect(tool.output.split(separator: "\n").filter { $0 == "C: call 7 ping (10 bytes)" }.count == 2)
    }

    @Test func aPipeWithANameIsRead() throws {
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let writer = Thread { try? Data(Self.ping.utf8).write(to: URL(filePath: pipe), options: []) }
        writer.start()
        // Lets the writer go, also when the tool has not opened the pipe.
        defer { close(open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)) }
        let tool = try decode(pipe)
        #expect(tool.exit == .code(0), "\(tool.errors)")
        #expect(tool.output.hasPrefix("C: call 7 ping (10 bytes)\n"))
    }

    @Test func aSessionIsReadAsItIs() throws {
        let tool = try decode(path("sessions/02-save.txt"))
        #expect(tool.exit == .code(0), "\(tool.errors)")
        let titles = tool.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(titles.first?.hasPrefix("C: call 1 hello (") == true)
        #expect(titles.dropFirst().first?.hasPrefix("S: call 1 welcome (") == true)
        #expect(titles.contains { $0.hasPrefix("S: call 2 committed (") })
    }

    @Test func whatIsToBeRefusedIsSaidToBe() throws {
        let tool = try decode(path("refuse-starts-short.hex"))
        #expect(tool.exit == .code(1))
        #expect(tool.output.contains("\n  refused: MALFORMED_COLUMN at save.columns[0].starts\n"), "\(tool.output)")
        let reply = try decode(path("refuse-frame-server-truncated.hex"))
        #expect(reply.exit == .code(1) && reply.output.contains("broken: byte "), "\(reply.output)")
    }

    @Test(arguments: [
        ("00 00 00 00", "broken: byte 0: a length of 0 is not allowed"),
        ("01 00 00 01", "broken: byte 0: a length of 16777217 is not allowed"),
        ("0a 00", "broken: byte 0: the input ends inside a frame's length"),
        ("0a 00 00 00 08 07", "broken: byte 0: a frame of 10 bytes, but only 2 follow"),
        ("04 00 00 00 08 07 5a 00 00 00 00 00", "broken: byte 8: a length of 0 is not allowed"),
        ("04 00 00 00 08 07 5a 05", "broken: byte 3 of the body: more bytes are to follow than the 0 that are left"),
    ])
    func whereItIsBrokenIsSaid(_ digits: String, _ text: String) throws {
        let tool = try decode(input: digits)
        #expect(tool.exit == .code(1))
        #expect(tool.output.contains(text), "\(tool.output)")
        #expect(tool.errors == "hearth: The input has frames that are broken or violate the protocol.\n")
    }

    @Test func whatIsNoHexIsNotRepeated() throws {
        let tool = try decode(input: "0a 00 4711x")
        #expect(tool.exit == .code(1) && tool.output == "")
        #expect(tool.errors == "hearth: Line 1 must be hexadecimal digits, two for each byte.\n")
        let missing = try decode(folder.file("4711"))
        #expect(missing.exit == .code(1) && !missing.errors.contains("4711"))
    }

    /// Every vector with everything in it: what is hidden is hidden in the whole program.
    @Test func textsOfVectorsAreHidden() throws {
        let file = folder.file("vectors.txt")
        var text = ""
        var secrets: Set<String> = []
        for vector in Repository.files(in: Repository.vectors.appending(path: "frames"), ending: ".txtpb") {
            let fields = try Repository.text(of: vector)
            let digits = try Repository.text(of: vector.deletingPathExtension().appendingPathExtension("hex"))
            text += (fields.hasPrefix("# hearth.v1.ClientFrame") ? "C: " : "S: ")
            text += digits.split(separator: "\n").joined(separator: "\n") + "\n"
            for line in fields.split(separator: "\n") {
                let words = line.split(separator: ":", maxSplits: 1)
                let name = words[0].filter { $0 != " " }
                if ["string_value", "key", "metadata_key", "model", "manufacturer", "message"].contains(name) {
                    secrets.formUnion(
                        words.dropFirst().map { String($0.split(separator: "\"").dropFirst().first ?? "") }
                    )
                }
            }
        }
        try Data(text.utf8).write(to: URL(filePath: file))
        let hidden = try decode(file)
        let shown = try decode(file, "--values")
        secrets = secrets.filter { $0.count > 3 && !$0.contains("\\") }
        #expect(secrets.count > 10)
        #expect(secrets.filter { shown.output.contains("\"\($0)\"") }.count > secrets.count / 2)
        #expect(secrets.filter { hidden.output.contains("\"\($0)\"") || hidden.errors.contains($0) } == [])
    }
}
