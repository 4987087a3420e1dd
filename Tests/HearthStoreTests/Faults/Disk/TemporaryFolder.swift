import Foundation

/// A folder that is gone when the test is over. In memory where the machine has a file system there: what these tests
/// lose, they lose by themselves.
final class TemporaryFolder {
    let url: URL

    init() throws {
        let memory = URL(filePath: "/dev/shm")
        let base =
            FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
        url = base.appending(path: "hearth-faults-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The path of a file in it.
    func path(_ name: String) -> String {
        url.appending(path: name).path(percentEncoded: false)
    }
}
