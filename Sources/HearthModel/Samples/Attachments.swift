/// Values that the store keeps as messages instead of columns: metadata, details of workouts, records, and provenances.
/// They have the same encoding on disk as on the wire.
package struct Attachments: Hashable, Sendable {
    package var provenances: [Provenance]
    package var metadata: [Metadata]
    package var details: [WorkoutDetail]
    package var records: [Record]

    package init(
        provenances: [Provenance] = [],
        metadata: [Metadata] = [],
        details: [WorkoutDetail] = [],
        records: [Record] = []
    ) {
        self.provenances = provenances
        self.metadata = metadata
        self.details = details
        self.records = records
    }

    package var isEmpty: Bool { provenances.isEmpty && metadata.isEmpty && details.isEmpty && records.isEmpty }
}
