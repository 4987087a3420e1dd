import HearthClient
import HearthModel

/// Samples that are stored with another value.
extension ImportStore {
    /// Replaces stored samples of an owner by others with their UUIDs. What the server does not take leaves the stored one in
    /// place.
    func replace(_ samples: SampleColumns, of owner: Connection) async throws {
        guard samples.count > 0 else { return }
        var stored: [SampleColumns] = []
        try await SampleLookup(connection: connection).each(of: Set(samples.ids), types: [samples.type]) { found in
            stored.append(found.withoutOwners)
        }
        do {
            _ = try await owner.delete(samples.ids)
        } catch let error as HearthError where error.code == .notOwner {
            return omit(samples.type.identifier, "another app saved it", count: samples.count)
        }
        do {
            try await saveOnceThereIsRoom([samples], on: importer)
            count(ImportTable.Counts(changed: samples.count), of: samples.type)
        } catch {
            try await restore(stored, on: owner)
            guard let error = error as? HearthError, error.isAboutSamples else { throw error }
            guard samples.count > 1 else { return omit(samples.type.identifier, error.reason) }
            for half in [samples].halves {
                try await replace(half[0], of: owner)
            }
        }
    }

    /// Saves deleted samples again.
    private func restore(_ stored: [SampleColumns], on session: Connection) async throws {
        do {
            try await saveOnceThereIsRoom(stored, on: session)
        } catch {
            let samples = stored.reduce(0) { $0 + $1.count }.counted("sample")
            throw CommandError(
                "\(samples) of \(stored[0].type.shortName) could be neither replaced nor restored: \(ErrorText.text(of: error))"
                    + " Run the import again: it saves what the file has."
            )
        }
    }
}
