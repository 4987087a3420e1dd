import CZip
package import Foundation

/// Writes zip archives.
///
/// Unsafe pointers: libzip takes the bytes of an entry by their address.
package enum ZipWriter {
    /// An archive with entries: their names and contents; encrypted if there is a password.
    package static func write(
        _ entries: [(name: String, content: Data)],
        to path: String,
        password: String? = nil
    ) throws {
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
            throw Unexpected("no archive: \(code)")
        }
        for (name, content) in entries {
            // libzip frees the buffer.
            guard let copy = malloc(max(1, content.count)) else { throw Unexpected("out of memory") }
            content.copyBytes(to: UnsafeMutableRawBufferPointer(start: copy, count: content.count))
            guard let source = zip_source_buffer(archive, copy, zip_uint64_t(content.count), 1),
                case let index = zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8), index >= 0
            else {
                zip_discard(archive)
                throw Unexpected("no entry in the archive")
            }
            guard let password else { continue }
            let method = UInt16(ZIP_EM_AES_256)
            guard zip_file_set_encryption(archive, zip_uint64_t(index), method, password) == 0 else {
                zip_discard(archive)
                throw Unexpected("no encryption")
            }
        }
        guard zip_close(archive) == 0 else {
            zip_discard(archive)
            throw Unexpected("the archive is not written")
        }
    }
}
