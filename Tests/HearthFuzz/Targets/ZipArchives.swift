import Foundation
internal import HearthFormats
internal import HearthModel

/// An archive is read to its end or to an error, and all that comes of it can be saved.
///
/// Input: the archive. libzip reads a file, so it gets one.
func checkZipArchive(_ input: [UInt8]) {
    let path = FileManager.default.temporaryDirectory.appending(path: "hearth-fuzz-\(UUID()).zip")
    defer { try? FileManager.default.removeItem(at: path) }
    guard (try? Data(input).write(to: path)) != nil else { return }
    let name = path.path(percentEncoded: false)
    do throws(FormatError) {
        let export = try HealthExport(at: name, key: nil)
        while let batch = try export.next() {
            checkColumns(batch.groups.flatMap(\.columns) + batch.routes.map(\.columns))
        }
    } catch {
        // A file that is no archive, or has no export, is refused.
    }
    _ = try? StravaArchive(at: name)
    _ = try? HealthConnectExport.exists(at: name)
}
