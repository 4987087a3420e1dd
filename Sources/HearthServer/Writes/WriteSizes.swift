import HearthModel
import HearthStore

/// Which writes are small and which are large, and what follows from that. All such rules are here.
package struct WriteSizes {
    private let options: WritingOptions
    private let freedBytes: Int

    init(_ options: ServerOptions) {
        self.options = options.writing
        freedBytes = options.turns.inlineFrameBytes
    }

    /// Whether a request of these bytes is a small write, which never waits for more than one large one, and for which a
    /// part of the memory is kept.
    func isSmall(_ bytes: Int) -> Bool { bytes <= options.smallWriteBytes }

    /// Whether a reader thread frees a request of these bytes, because that takes long.
    func isFreedByReaders(_ bytes: Int) -> Bool { bytes > freedBytes }

    /// A save of this many samples takes as long to execute as the disk takes to write it.
    package static let slowSamples = 1_024

    /// What prepares a write before its commit. Nil if the writer can have it at once. `bytes`: how large the request is.
    func preparation(
        of operation: Write.Operation,
        _ cost: RequestCost,
        bytes: Int,
        by origin: Write.Origin,
        in snapshot: Snapshot
    ) -> PreparationTask? {
        switch operation {
        case .delete(.matching): return PreparationTask(operation, by: origin, isSmall: cost.isSimple)
        case .delete(.objects(let ids)):
            guard ids.count > WriteSizes.fewObjects || snapshot.lacksManyKeys(for: origin) else { return nil }
            return PreparationTask(operation, by: origin, isSmall: ids.count <= WriteSizes.objectsOfSmall)
        case .save, .addToWorkout:
            let commitsFirst = mayCommitFirst(operation, bytes)
            guard !commitsFirst || isPreparedAmongSmall(bytes) || mayBeLong(operation, by: origin, in: snapshot)
            else { return nil }
            return PreparationTask(operation, by: origin, commitsFirst: commitsFirst)
        default: return nil
        }
    }

    /// Whether readers prepare a save of these bytes while small writes are expected.
    func isPreparedAmongSmall(_ bytes: Int) -> Bool { bytes > options.preparedSaveBytesAmongSmall }

    /// Whether the writer has a save before readers do.
    private func mayCommitFirst(_ operation: Write.Operation, _ bytes: Int) -> Bool {
        bytes <= options.preparedSaveBytes && !haveManyProvenances(operation.savedColumns)
            && operation.associatedCount <= options.associatedSamples
    }

    /// Whether readers may have to prepare a save that the writer has first.
    private func mayBeLong(_ operation: Write.Operation, by origin: Write.Origin, in snapshot: Snapshot) -> Bool {
        guard !snapshot.lacksManyKeys(for: origin) else { return true }
        let columns = operation.savedColumns
        // By index: a loop over the elements would copy them.
        let samples = columns.indices.reduce(0) { $0 + columns[$1].ids.count }
        return samples > options.comparedSamples || operation.mayChangeMuch(in: snapshot)
    }

    private func haveManyProvenances(_ columns: [SampleColumns]) -> Bool {
        // By index: a loop over the elements would copy them.
        columns.indices.reduce(0) { $0 + columns[$1].provenance.entries.count } > WriteSizes.fewProvenances
    }

    private static let objectsOfSmall = 256
    /// The number of samples that are found and deleted in a few milliseconds, however large they are.
    private static let fewObjects = 2
    /// The number of provenances to which a commit gives numbers in a few milliseconds.
    private static let fewProvenances = 512
}
