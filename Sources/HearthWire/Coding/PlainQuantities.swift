internal import CHearthProtocol
package import HearthModel

/// The quantities of several saves, one after the other: those of a type in the same columns, as long as their unit stays
/// the same.
///
/// Who saves a measurement as it comes mostly says when it was and what, in which unit, and by which device. To make
/// columns of each such save, only to join them to those of others, costs three times as much as to read it behind the
/// one before.
///
/// Only what is asked of one save, and not of each row, is checked when it is added. The rest holds for the columns of
/// all if it holds for each: `SampleColumns.validate` and `validateForSaving` say whether it does.
///
/// Unsafe pointers: columns are copied from where protobuf-c put them, while the frame is there.
package struct PlainQuantities {
    /// Of a type only the last group grows: what its groups hold is in the order of the saves.
    private var groups: [Group] = []

    package init() {}

    /// What a save added.
    package struct Addition {
        /// Which of the columns it was added to.
        package let column: Int
        package let count: Int
        /// What measured.
        package let device: Device?
    }

    private struct Group {
        let type: ObjectType
        let unit: Unit?
        var ids: [ObjectID] = []
        var starts: [Timestamp] = []
        var ends: [Timestamp] = []
        var values: [Double] = []
    }

    /// What all saves hold. Without provenances, which are those of each save.
    package var columns: [SampleColumns] {
        groups.map { group in
            SampleColumns(
                type: group.type,
                ids: group.ids,
                starts: group.starts,
                ends: group.ends,
                payload: .quantity(QuantityColumns(values: group.values, unit: group.unit))
            )
        }
    }

    /// Adds what a save holds. Nil, and nothing is added, when that is not plain, or to be refused.
    mutating func add(_ save: Hearth__V1__Save, _ reader: MessageReader) throws(HearthError) -> Addition? {
        guard save.n_columns == 1, let samples = save.columns?[0]?.pointee, samples.isPlain,
            let quantities = samples.quantity?.pointee, quantities.isPlain
        else { return nil }
        let ids: UnsafeBufferPointer<ObjectID> = try reader.elements(samples.uuids, "uuids")
        let starts: UnsafeBufferPointer<Timestamp> = try reader.elements(samples.starts, "starts")
        let ends: UnsafeBufferPointer<Timestamp> = try reader.elements(samples.ends, "ends")
        let values: UnsafeBufferPointer<Double> = try reader.elements(quantities.values, "values")
        let count = ids.count
        guard count > 0, starts.count == count, ends.isEmpty || ends.count == count, values.count == count,
            zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 })
        else { return nil }
        let device = try reader.device(samples.provenances?[0]?.pointee.device, "device")
        let column = try column(reader.type(samples.type, "type"), reader.unit(quantities.unit, "unit"))
        groups[column].ids += ids
        groups[column].starts += starts
        groups[column].ends += ends.isEmpty ? starts : ends
        groups[column].values += values
        return Addition(column: column, count: count, device: device)
    }

    private mutating func column(_ type: ObjectType, _ unit: Unit?) -> Int {
        if let last = groups.lastIndex(where: { $0.type == type }), groups[last].unit == unit {
            return last
        }
        groups.append(Group(type: type, unit: unit))
        return groups.count - 1
    }
}

// MARK: - What is plain

/// Nothing is said but what is read here.
extension Hearth__V1__SampleColumns {
    fileprivate var isPlain: Bool {
        payload_case == HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_QUANTITY && n_metadata == 0 && metadata_indexes.len == 0
            && provenance_indexes.len == 0
            && (n_provenances == 0 || n_provenances == 1 && provenances?[0]?.pointee.isPlain == true)
    }
}

extension Hearth__V1__Provenance {
    /// Only the device is said, if that.
    fileprivate var isPlain: Bool {
        source == nil && operating_system_version == nil && version_presence_case.rawValue == 0
            && product_type_presence_case.rawValue == 0
    }
}

extension Hearth__V1__QuantityColumns {
    fileprivate var isPlain: Bool {
        counts.len == 0 && minimums.len == 0 && maximums.len == 0 && most_recents.len == 0
            && most_recent_starts.len == 0 && most_recent_ends.len == 0 && points == nil
    }
}

extension FrameDecoder {
    /// Reads a save that was kept as it came behind those that were read before. Nil, and nothing is added, when it is
    /// not plain, or to be refused: `save(_:)` says which, and why.
    package func read(_ encoded: EncodedSave, into quantities: inout PlainQuantities) -> PlainQuantities.Addition? {
        try? quantities.add(message(encoded), reader(isReply: false))
    }
}
