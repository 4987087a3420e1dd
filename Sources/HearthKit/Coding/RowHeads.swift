internal import Foundation
internal import HearthModel

/// What all samples of some columns have, row by row. The columns lie side by side here, as they are looked into for
/// each of very many rows.
struct RowHeads {
    private let type: ObjectType
    private let ids: [ObjectID]
    private let starts: [Timestamp]
    /// Empty: all samples are of moments.
    private let ends: [Timestamp]
    /// One for each entry of the provenances, so that the objects share it; at least one.
    private let origins: [ObjectOrigin]
    /// Empty: all rows have the first origin.
    private let originIndexes: [UInt32]
    /// At least one.
    private let attachments: [Metadata]
    /// Empty: all rows have the first.
    private let attachmentIndexes: [UInt32]

    init(_ columns: SampleColumns) {
        type = columns.type
        ids = columns.ids
        starts = columns.starts
        ends = columns.ends
        let provenances = columns.provenance.entries
        origins = provenances.isEmpty ? [ObjectOrigin(Provenance())] : provenances.map { ObjectOrigin($0) }
        originIndexes = columns.provenance.indexes
        attachments = columns.metadata.entries.isEmpty ? [.none] : columns.metadata.entries
        attachmentIndexes = columns.metadata.indexes
    }

    /// Inlined, so that a head is never put together: its parts go into the object that is made of it, and what they
    /// refer to is counted once.
    subscript(row: Int) -> SampleHead {
        @inline(__always)
        get {
            let start = starts[row].date
            let isMoment = ends.isEmpty || ends[row] == starts[row]
            return SampleHead(
                type: type,
                id: ids[row],
                start: start,
                end: isMoment ? start : ends[row].date,
                origin: origins[originIndexes.isEmpty ? 0 : Int(originIndexes[row])],
                attached: attachments[attachmentIndexes.isEmpty ? 0 : Int(attachmentIndexes[row])]
            )
        }
    }
}
