import HearthSystem
import HearthTestSupport
import Testing

/// `hearth serve` with a store in a database.
@Suite struct DatabaseTests {
    private let database: DatabaseProcess
    private let store: String
    private let folder: ServerFolder

    init() throws {
        database = try DatabaseProcess()
        store = database.newStore()
        folder = try ServerFolder()
    }

    private func serve() throws -> ServerProcess {
        try ServerProcess(in: folder, .init(arguments: ["--store", store]))
    }

    private func save(_ value: Int) throws {
        let tool = try HearthTool(["save", "heartRate", "\(value)"], in: folder)
        #expect(tool.exit == .code(0), "\(tool.errors)")
    }

    private func values() throws -> [String] {
        let tool = try HearthTool(["query", "heartRate", "--csv"], in: folder)
        #expect(tool.exit == .code(0), "\(tool.errors)")
        return tool.output.split(separator: "\n").dropFirst().compactMap { line in
            line.split(separator: ",").first { Int($0) != nil }.map(String.init)
        }
    }

    @Test func itWaitsForItsDatabaseAndOutlivesARestart() throws {
        try database.stop()
        let waiting = BackgroundThread { [database, folder] in
            while !folder.text(of: "log").contains("waits for the database of ") {
                BackgroundThread.pause(nanoseconds: 1_000_000)
            }
            try database.start()
        }
        // A database that does not start says why.
        let start = Result { try serve() }
        try waiting.join()
        var server = try start.get()
        #expect(server.log.contains("created a new store in postgres://"))
        // A database that starts slowly gives a second reason.
        let reasons = server.log.split(separator: "\n").filter { $0.contains("waits for the database") }
        #expect(!reasons.isEmpty && Set(reasons).count == reasons.count, "\(server.log)")
        try save(61)
        for atOnce in [false, true] {
            try database.stop(atOnce: atOnce)
            try database.start()
            try save(atOnce ? 63 : 62)
        }
        #expect(try values().sorted() == ["61", "62", "63"])

        server.process.kill()
        server = try serve()
        #expect(try values().sorted() == ["61", "62", "63"])
        let status = try HearthTool(["status"], in: folder)
        #expect(status.output.contains("database     postgres:///postgres?host="))
        #expect(!status.output.contains("on disk") && !server.log.contains("hearth@"))

        let taken = try ServerProcess.refusal(
            in: ServerFolder(),
            .init(arguments: ["--store", store, "--socket", folder.file("run/other.sock")])
        )
        #expect(taken.contains("Another process has the store open."), "\(taken)")
        try server.stop()
        let check = try HearthTool(["check", store], in: folder)
        #expect(check.exit == .code(0) && check.output.contains("intact. 3 samples"), "\(check.errors)")
        let backup = try HearthTool(["backup", folder.file("copy"), "--store", store], in: folder)
        #expect(backup.exit == .code(0) && backup.output.contains("3 samples, verified"), "\(backup.errors)")
        let copy = try HearthTool(["copy", folder.file("copy"), database.newStore()], in: folder)
        #expect(copy.exit == .code(0) && copy.output.contains("3 samples, verified"), "\(copy.errors)")
        let doctor = try HearthTool(["doctor", "--store", store], in: folder)
        #expect(doctor.output.contains("It is in a database"), "\(doctor.output)")
    }

    @Test func anAddressWithoutAStoreIsRefused() throws {
        let text = try ServerProcess.refusal(in: folder, .init(arguments: ["--store", "postgres://db/health"]))
        #expect(text.contains("?store=NAME"), "\(text)")
    }
}

extension String {
    fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
