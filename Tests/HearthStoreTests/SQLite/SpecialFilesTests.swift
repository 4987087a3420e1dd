import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import Testing

/// Only a regular file with one name is a store. Anything else is refused before it is opened.
@Suite struct SpecialFilesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    enum Kind: CaseIterable {
        case directory, fifo, socket, device
    }

    /// At the path, behind a symbolic link there, and beside the store. Opening a FIFO would wait for its other end.
    @Test(arguments: Kind.allCases, ["", "-wal", "-shm", "-journal", ".lock"])
    func aStoreThatIsNoRegularFileIsRefused(_ kind: Kind, _ suffix: String) throws {
        let path = folder.path("store")
        try make(kind, at: path + suffix)
        refuse(path)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link" + suffix),
            withDestinationPath: path + suffix
        )
        refuse(folder.path("link"))
        let error = #expect(throws: HearthError.self) { try StoreBackup.make(of: path, at: folder.path("copy")) }
        #expect(error?.code == .storageFailed)
        #expect(!FileManager.default.fileExists(atPath: folder.path("copy")))
    }

    @Test func aBackupOverAnythingThatExistsIsRefused() throws {
        let path = folder.path("store")
        try ExampleStore(SQLiteStorage(path: path)).close()
        try make(.fifo, at: folder.path("copy"))
        #expect(throws: HearthError.self) { try StoreBackup.make(of: path, at: folder.path("copy")) }
        #expect(try folder.names() == ["copy", "store"])
    }

    @Test func aStoreWithTwoNamesIsRefusedByBoth() throws {
        let (path, other) = (folder.path("store"), folder.path("other"))
        let store = try ExampleStore(SQLiteStorage(path: path))
        try store.save(exampleRates(1...5))
        #expect(link(path, other) == 0)
        let error = #expect(throws: HearthError.self) { try SQLiteStorage(path: other) }
        #expect(error?.message.contains("2 names") == true)
        let fault = #expect(throws: HearthError.self) { try store.writer.checkFiles() }
        #expect(fault?.message.contains("another name") == true)
        #expect(throws: HearthError.self) { try store.save(exampleRates(6...9)) }
        #expect(unlink(other) == 0)
        try store.save(exampleRates(6...9))
        #expect(link(path, other) == 0)
        try store.close()
        #expect(throws: HearthError.self) { try SQLiteStorage(path: path) }
        #expect(unlink(path) == 0)
        #expect(try ExampleStore(SQLiteStorage(path: other)).writer.snapshot.sampleCount == 9)
    }

    /// SQLite would keep it in memory, and acknowledge what is gone with the process.
    @Test func aURIIsAPath() throws {
        let uri = "file:" + folder.path("store") + "?mode=memory"
        let error = #expect(throws: HearthError.self) { try SQLiteStorage(path: uri) }
        #expect(error?.message.contains("its folder has to exist") == true)
        #expect(try folder.names() == [])
    }

    private func refuse(_ path: String) {
        let error = #expect(throws: HearthError.self) { try SQLiteStorage(path: path) }
        #expect(error?.code == .storageFailed)
        #expect(error?.message.contains("not a regular file") == true, "\(error?.message ?? "")")
    }

    private func make(_ kind: Kind, at path: String) throws {
        switch kind {
        case .directory: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case .fifo: #expect(mkfifo(path, 0o600) == 0)
        case .socket:
            // A bound socket stays where it is when its descriptor is closed.
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
            let code = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            #expect(code == 0)
        case .device: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
        }
    }
}
