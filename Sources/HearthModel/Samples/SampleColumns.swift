/// Samples of one type, as parallel columns with a row for each sample. One sample is columns of one row.
package struct SampleColumns: Hashable, Sendable {
    package var type: ObjectType
    /// The samples' identifiers. Their number is the number of rows.
    package var ids: [ObjectID]
    package var starts: [Timestamp]
    /// Empty: equal to the starts.
    package var ends: [Timestamp]
    /// The origins of the samples.
    package var provenance: DictionaryColumn<Provenance>
    /// The metadata of the samples.
    package var metadata: DictionaryColumn<Metadata>
    /// The contents of the samples, by the kind of the type.
    package var payload: Payload

    package init(
        type: ObjectType,
        ids: [ObjectID],
        starts: [Timestamp],
        ends: [Timestamp] = [],
        provenance: DictionaryColumn<Provenance> = DictionaryColumn(),
        metadata: DictionaryColumn<Metadata> = DictionaryColumn(),
        payload: Payload
    ) {
        self.type = type
        self.ids = ids
        self.starts = starts
        self.ends = ends
        self.provenance = provenance
        self.metadata = metadata
        self.payload = payload
    }

    package typealias Payload = SamplePayload

    /// The number of samples.
    package var count: Int { ids.count }

    /// When a sample ends.
    package func end(_ row: Int) -> Timestamp {
        ends.isEmpty ? starts[row] : ends[row]
    }
}

// MARK: - Rules

extension SampleColumns {
    /// Checks the rules for all samples: matching lengths of the columns, and the range of each value.
    package func validate() throws(HearthError) {
        let rows = count
        guard rows > 0 else {
            throw HearthError(.malformedColumn, "The columns have no samples.", field: "uuids")
        }
        try validateTimes(rows)
        try provenance.validate(
            rows: rows,
            entriesField: "provenances",
            indexesField: "provenance_indexes"
        )
        try metadata.validate(rows: rows, entriesField: "metadata", indexesField: "metadata_indexes")
        guard payload.fits(type) else {
            throw HearthError(.invalidArgument, "The payload is not of the type's kind.", field: "payload")
        }
        // One catch and no closures: a closure would copy the columns that it looks at.
        do throws(HearthError) {
            try payload.validate(in: self)
        } catch {
            throw error.within(payload.field)
        }
    }

    /// Checks the additional rules for samples that an app saves: fields that only the server sets are empty, and this
    /// version knows all values.
    package func validateForSaving() throws(HearthError) {
        for (index, entry) in metadata.entries.enumerated() {
            try locating("metadata[\(index)]", entry.validateForSaving(of: type))
        }
        try validateRequiredMetadata()
        if type == .menopausalState, !ends.isEmpty {
            try checkPairs(
                starts,
                ends,
                "ends",
                "The type has samples of one moment only, and the end is not the start."
            ) { $0 == $1 }
        }
        do throws(HearthError) {
            try payload.validateForSaving(in: self)
        } catch {
            throw error.within(payload.field)
        }
    }

    private func validateTimes(_ rows: Int) throws(HearthError) {
        try checkRows(of: starts, rows, "starts")
        try checkTimes(starts, "starts")
        guard !ends.isEmpty else { return }
        try checkRows(of: ends, rows, "ends")
        try checkTimes(ends, "ends")
        try checkPairs(starts, ends, "ends", "The end is before the start.") { $0 <= $1 }
    }

    /// Some types are useless without a certain key, and HealthKit refuses them.
    private func validateRequiredMetadata() throws(HearthError) {
        guard let key = type.requiredMetadataKey else { return }
        let isMissing = metadata.entries.isEmpty || metadata.entries.contains { $0[key.rawValue] == nil }
        guard !isMissing else {
            throw HearthError(.invalidArgument, "Samples of this type need the key \(key.rawValue).", field: "metadata")
        }
    }
}
