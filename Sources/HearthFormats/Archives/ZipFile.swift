import CZip
import Foundation

/// Makes zip archives.
///
/// Unsafe pointers: libzip passes its archive and its sources as pointers, which are used here only until it is closed.
package enum ZipFile {
    /// Why an archive could not be written.
    package struct Failure: Error {
        /// libzip's words, which name no file.
        package let reason: String
    }

    /// Writes an archive of files that only its owner can read.
    package static func write(_ files: [(name: String, path: String)], to path: String) throws(Failure) {
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
            var error = zip_error_t()
            zip_error_init_with_code(&error, code)
            defer { zip_error_fini(&error) }
            throw Failure(reason: String(cString: zip_error_strerror(&error)))
        }
        for (name, path) in files {
            guard let source = zip_source_file(archive, path, 0, -1) else { throw discarded(archive) }
            guard zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_ENC_UTF_8)) >= 0 else {
                zip_source_free(source)
                throw discarded(archive)
            }
        }
        guard zip_close(archive) == 0 else { throw discarded(archive) }
        chmod(path, 0o600)
    }

    /// Gives an archive up, and says why.
    private static func discarded(_ archive: OpaquePointer) -> Failure {
        let failure = Failure(reason: String(cString: zip_strerror(archive)))
        zip_discard(archive)
        return failure
    }
}
