import HearthModel
import HearthTestSupport
import Testing

/// An event is one line of the server's log, whatever is in the names that others chose.
@Suite struct LogTextTests {
    private static let hostile = "\nhearth: error: forged\r\u{1B}[31m\u{9B}\u{202E}\u{2028}"
    private static let shown = #"\u000ahearth: error: forged\u000d\u001b[31m\u009b\u202e\u2028"#

    @Test func thePathOfAStoreIsOnOneLine() throws {
        let folder = try ServerFolder()
        let server = try ServerProcess(in: folder, .init(arguments: ["--store", folder.file(Self.hostile)]))
        try server.stop()
        #expect(server.log.contains("serves \(folder.file(Self.shown)) on"))
        checkLines(of: server)
    }

    private func checkLines(of server: ServerProcess) {
        #expect(server.log.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isControl })
        for line in server.log.split(separator: "\n") {
            #expect(line.hasPrefix("hearth: ") && !line.hasPrefix("hearth: error"), "\(line)")
        }
    }
}
