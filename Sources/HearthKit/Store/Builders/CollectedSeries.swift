internal import Foundation
internal import HearthModel

/// A series that was collected, from its first moment to its last.
struct CollectedSeries<Columns> {
    var start: Date
    var end: Date
    var columns: Columns
    var metadata: Metadata
}

/// A series as one sample: the columns to save, and the head of the object that the app gets.
struct SeriesSample {
    let head: SampleHead
    let columns: SampleColumns

    init<Columns>(
        _ series: CollectedSeries<Columns>,
        of type: ObjectType,
        ids: FinishedIDs,
        device: HKDevice?,
        payload: SampleColumns.Payload
    ) {
        head = SampleHead(
            collected: type,
            id: ids.first(1)[0],
            from: series.start,
            to: series.end,
            device: device,
            attached: series.metadata
        )
        columns = SampleColumns(
            collected: type,
            ids: ids,
            starts: [Timestamp(clamping: series.start)],
            ends: [Timestamp(clamping: series.end)],
            device: device,
            attached: series.metadata,
            payload: payload
        )
    }
}

extension SampleColumns {
    /// The columns of samples that a builder has collected, all from one device and with the same metadata.
    init(
        collected type: ObjectType,
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
