internal import Foundation
internal import HearthModel

/// The heads of the samples in columns, row by row. It keeps the columns as direct properties, because reading many
/// rows needs each of them again and again.
struct RowHeads {
    private let type: ObjectType
    private let ids: [ObjectID]
    private let starts: [Timestamp]
    /// Empty: every sample ends when it starts.
    private let ends: [Timestamp]
    /// One origin for each entry of the provenances, which its objects share; at least one.
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

    /// Inlined, so that the parts of a head go directly into the object, and each reference is counted once.
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
