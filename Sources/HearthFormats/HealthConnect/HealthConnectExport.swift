package import HearthModel

/// An export of Android's Health Connect: a zip with a database of SQLite, the database itself, or a folder with it.
///
/// Its records have UUIDs and its apps have identifiers, which are kept. A record with several values, such as a series of
/// heart rates, becomes a sample for each; their UUIDs depend on that of the record. Memory depends on the number of
/// workouts and, by 8 to 16 bytes for each, on that of such samples.
package final class HealthConnectExport: HealthArchive {
    package let byteCount: Int
    private var reading: HealthConnectReading
    private var failure: FormatError?

    /// Whether there is an export at a path. Throws if it cannot be read.
    package static func exists(at path: String) throws(FormatError) -> Bool {
        try HealthConnectFile.exists(at: path)
    }

    /// Throws ``FormatError/Code/unknownFormat`` unless the path has an export.
    ///
    /// `key`: that of the store for which UUIDs are derived; nil if it has none.
    package init(
        at path: String,
        _ selection: HealthSelection = HealthSelection(),
        key: IdentityKey?
    ) throws(FormatError) {
        let (file, byteCount) = try HealthConnectFile.opened(path)
        self.byteCount = byteCount
        reading = try HealthConnectReading(file, selection, key)
    }

    package var title: String { "export of Health Connect" }
    package var readBytes: Int { Int(Double(byteCount) * reading.share) }
    package var tally: HealthTally { reading.tally }
    package var characteristics: CharacteristicValues { CharacteristicValues() }

    package func next() throws(FormatError) -> HealthBatch? {
        if let failure { throw failure }
        do throws(FormatError) {
            while try reading.step() {
                if reading.isBatchFull { break }
            }
        } catch {
            failure = error
        }
        if let batch = reading.takeBatch() { return batch }
        if let failure { throw failure }
        return nil
    }
}
