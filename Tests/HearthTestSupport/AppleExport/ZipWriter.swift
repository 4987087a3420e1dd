import CZip
package import Foundation

/// Writes zip archives.
///
/// Unsafe pointers: libzip takes the bytes of an entry by their address.
package enum ZipWriter {
    /// An archive with entries: their names and contents.
    package static func write(_ entries: [(name: String, content: Data)], to path: String) throws {
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
            throw Unexpected("no archive: \(code)")
        }
        for (name, content) in entries {
            // libzip frees the buffer.
            guard let copy = malloc(max(1, content.count)) else { throw Unexpected("out of memory") }
            content.copyBytes(to: UnsafeMutableRawBufferPointer(start: copy, count: content.count))
            guard let source = zip_source_buffer(archive, copy, zip_uint64_t(content.count), 1),
                zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8) >= 0
            else {
                zip_discard(archive)
                throw Unexpected("no entry in the archive")
            }
        }
        guard zip_close(archive) == 0 else {
            zip_discard(archive)
            throw Unexpected("the archive is not written")
        }
    }
}
