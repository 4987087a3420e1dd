import Foundation
internal import HearthFormats
internal import HearthModel

/// A database of Health Connect is read to its end or to an error, and all that comes of it can be saved.
///
/// Input: the database. SQLite reads files only, so it gets one.
func checkHealthConnect(_ input: [UInt8]) {
    let path = FileManager.default.temporaryDirectory.appending(path: "hearth-fuzz-\(UUID()).db")
    defer { try? FileManager.default.removeItem(at: path) }
    guard (try? Data(input).write(to: path)) != nil else { return }
    do throws(FormatError) {
        let export = try HealthConnectExport(at: path.path(percentEncoded: false), key: nil)
        while let batch = try export.next() {
            checkColumns(batch.groups.flatMap(\.columns) + batch.routes.map(\.columns))
        }
    } catch {
        // A file that is not a database is refused.
    }
}

/// The samples are valid one by one. Two records may have one UUID, which the server refuses.
func checkColumns(_ all: [SampleColumns]) {
    for columns in all {
        do throws(HearthError) {
            try columns.validate()
            try columns.validateForSaving()
        } catch {
            preconditionFailure("what a file holds cannot be saved: \(error.code.name) \(error.field)")
        }
    }
}
