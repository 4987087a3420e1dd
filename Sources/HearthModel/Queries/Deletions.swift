/// Samples that were deleted, as parallel columns.
package struct Deletions: Hashable, Sendable {
    package var ids: [ObjectID]
    /// When each was deleted.
    package var times: [Timestamp]
    /// By identifier: a newer store deletes samples of types that this version does not know.
    package var types: DictionaryColumn<String>
    /// The kept part of their metadata: the two sync keys.
    package var metadata: DictionaryColumn<Metadata>

    package init(
        ids: [ObjectID],
        times: [Timestamp],
        types: DictionaryColumn<String>,
        metadata: DictionaryColumn<Metadata> = DictionaryColumn()
    ) {
        self.ids = ids
        self.times = times
        self.types = types
        self.metadata = metadata
    }

    /// The number of deletions.
    package var count: Int { ids.count }

    /// Checks the shape of the columns.
    package func validate() throws(HearthError) {
        try checkRows(of: times, count, "times")
        try types.validate(rows: count, entriesField: "types", indexesField: "type_indexes")
        guard count == 0 || !types.entries.isEmpty else {
            throw HearthError(.malformedColumn, "The deletions have no types.", field: "types")
        }
        try metadata.validate(rows: count, entriesField: "metadata", indexesField: "metadata_indexes")
    }
}
