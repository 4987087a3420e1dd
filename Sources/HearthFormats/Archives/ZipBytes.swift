import CZip
import Foundation

/// The bytes of a zip archive, in which no name is declared as UTF-8. The file stays as it is.
///
/// Unsafe pointers: the file is mapped into memory, where a few bytes of the mapping are changed, and libzip reads the mapping
/// until the archive is closed. The mapping exists as long as this value.
final class ZipBytes {
    private let bytes: UnsafeMutableRawBufferPointer

    private static let endMark: [UInt8] = [0x50, 0x4b, 0x05, 0x06]
    private static let endBytes = 22
    private static let longLocatorMark: [UInt8] = [0x50, 0x4b, 0x06, 0x07]
    private static let longLocatorBytes = 20
    private static let longEndMark: [UInt8] = [0x50, 0x4b, 0x06, 0x06]
    private static let longEndBytes = 56
    private static let entryMark: [UInt8] = [0x50, 0x4b, 0x01, 0x02]
    private static let entryBytes = 46
    private static let longestComment = 1 << 16
    /// The bit of an entry's second byte of flags that declares its name as UTF-8.
    private static let declaresUTF8: UInt8 = 0x08

    /// Nil if the file cannot be mapped, or has no directory.
    init?(_ path: String) {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            let start = mmap(nil, Int(status.st_size), PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0),
            start != MAP_FAILED
        else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: Int(status.st_size))
        guard let directory = startOfDirectory() else { return nil }
        removeDeclarations(from: directory)
    }

    deinit {
        munmap(bytes.baseAddress, bytes.count)
    }

    /// Opens the archive, which must be closed before this value goes.
    func open() -> OpaquePointer? {
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        guard let source = zip_source_buffer_create(bytes.baseAddress, zip_uint64_t(bytes.count), 0, &error) else {
            return nil
        }
        guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
            zip_source_free(source)
            return nil
        }
        return archive
    }

    private func has(_ mark: [UInt8], at offset: Int, size: Int) -> Bool {
        offset >= 0 && offset <= bytes.count - size && bytes[offset..<offset + mark.count].elementsEqual(mark)
    }

    private func number(at offset: Int, size: Int) -> Int? {
        Int(exactly: (0..<size).reversed().reduce(0) { $0 << 8 | UInt64(bytes[offset + $1]) })
    }

    /// The directory's offset is in the record at the end, or in the longer one before it.
    private func startOfDirectory() -> Int? {
        let last = bytes.count - Self.endBytes
        guard last >= 0,
            let end = (max(0, last - Self.longestComment)...last).reversed()
                .first(where: { has(Self.endMark, at: $0, size: Self.endBytes) })
        else { return nil }
        let locator = end - Self.longLocatorBytes
        guard has(Self.longLocatorMark, at: locator, size: Self.longLocatorBytes) else {
            return number(at: end + 16, size: 4)
        }
        guard let longEnd = number(at: locator + 8, size: 8),
            has(Self.longEndMark, at: longEnd, size: Self.longEndBytes)
        else { return nil }
        return number(at: longEnd + 48, size: 8)
    }

    private func removeDeclarations(from directory: Int) {
        var entry = directory
        while has(Self.entryMark, at: entry, size: Self.entryBytes) {
            bytes[entry + 9] &= ~Self.declaresUTF8
            let sizes = [28, 30, 32].compactMap { number(at: entry + $0, size: 2) }
            entry += Self.entryBytes + sizes.reduce(0, +)
        }
    }
}
