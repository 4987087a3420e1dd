import HearthSystem

/// A file to which bytes are appended that are on the disk when the call returns.
struct AppendedFile: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw BenchmarkError("\(path) cannot be made") }
    }

    func append(_ bytes: [UInt8]) throws {
        #if canImport(Darwin)
            let code = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        #else
            let code = write(descriptor, bytes, bytes.count) == bytes.count && fdatasync(descriptor) == 0
        #endif
        guard code else {
            throw BenchmarkError("a file cannot be written; is there room in the folder of --directory?")
        }
    }
}
