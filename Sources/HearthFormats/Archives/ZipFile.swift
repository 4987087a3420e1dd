import CZip
import Foundation

/// Makes zip archives.
///
/// Unsafe pointers: libzip passes its archive and its sources as pointers, which are used here only until it is closed.
package enum ZipFile {
    /// Writes an archive of files that only its owner can read. Throws ``WorkoutFileError/Code/unreadable`` if it cannot be
    /// written.
    package static func write(_ files: [(name: String, path: String)], to path: String) throws(WorkoutFileError) {
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
            throw WorkoutFileError(.unreadable, at: 0)
        }
        for (name, path) in files {
            guard let source = zip_source_file(archive, path, 0, -1) else {
                zip_discard(archive)
                throw WorkoutFileError(.unreadable, at: 0)
            }
            guard zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_ENC_UTF_8)) >= 0 else {
                zip_source_free(source)
                zip_discard(archive)
                throw WorkoutFileError(.unreadable, at: 0)
            }
        }
        guard zip_close(archive) == 0 else {
            zip_discard(archive)
            throw WorkoutFileError(.unreadable, at: 0)
        }
        chmod(path, 0o600)
    }
}
