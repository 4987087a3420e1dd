#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A new folder for the files of a benchmark.
struct TemporaryFolder {
    let path: String

    /// In `directory`, or where the system has its temporary files.
    init(in directory: String?) throws {
        let parent = directory.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
        let folder = parent.appending(path: "hearth-bench-\(UUID().uuidString)")
        path = folder.path
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        } catch {
            throw StoreBenchmarkError(
                "cannot create a folder in \(parent.path); name one that exists and is yours with --directory"
            )
        }
    }

    func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// The bytes of the files whose names begin with `name`: a database and its write-ahead log.
    func bytes(_ name: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix(name) }.reduce(0) {
            sum,
            found in
            let attributes = try FileManager.default.attributesOfItem(atPath: file(found))
            guard let size = attributes[.size] as? any BinaryInteger else {
                throw StoreBenchmarkError("the size of \(found) cannot be read")
            }
            return sum + Int(size)
        }
    }

    func remove() throws {
        try FileManager.default.removeItem(atPath: path)
    }
}
