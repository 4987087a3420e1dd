internal import HearthModel

extension SampleColumns {
    /// The columns of new samples that a builder has collected: all of one device, and with the same attachments.
    init(
        new type: ObjectType,
        ids: FinishedIDs,
        starts: [Timestamp],
        ends: [Timestamp],
        device: HKDevice?,
        attached: Metadata,
        payload: Payload
    ) {
        self.init(
            type: type,
            ids: ids.first(starts.count),
            starts: starts,
            ends: ends,
            provenance: DictionaryColumn(entries: device.map { [Provenance(device: $0.device)] } ?? []),
            metadata: DictionaryColumn(entries: attached.entries.isEmpty ? [] : [attached]),
            payload: payload
        )
    }
}
