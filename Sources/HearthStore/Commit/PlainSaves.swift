internal import HearthModel
internal import HearthWire

/// Saves that were not read yet and hold nothing but quantities, which most do: all of them are read into the same
/// columns, and there is nothing to decide when all of their UUIDs are new.
extension WriteExecution {
    /// Carries out the plain saves at the front of a group; returns a receipt for each. Nil, and nothing is to be kept
    /// of the working state, when anything stands against it: each is to be looked at by itself then.
    mutating func save(plain writes: [PendingWrite], _ decoder: FrameDecoder) -> [Receipt]? {
        var quantities = PlainQuantities()
        var numbers: [RowNumbers] = []
        var receipts: [Receipt] = []
        receipts.reserveCapacity(writes.count)
        for index in writes.indices {
            guard case .save(let encoded) = writes[index].content,
                let addition = decoder.read(encoded, into: &quantities)
            else { break }
            if addition.column == numbers.count {
                numbers.append(RowNumbers())
            }
            origin = writes[index].origin
            receipts.append(number(addition, &numbers[addition.column]))
        }
        guard let columns = try? checked(quantities.columns) else { return nil }
        for (samples, numbers) in zip(columns, numbers) {
            working.add(SegmentRows(samples, numbers))
        }
        return receipts
    }

    private mutating func number(_ addition: PlainQuantities.Addition, _ numbers: inout RowNumbers) -> Receipt {
        let provenance = working.number(of: addition.device, from: origin, coder)
        numbers.provenances.append(contentsOf: repeatElement(provenance, count: addition.count))
        let first = working.head + 1
        let commit = working.head + UInt64(addition.count)
        numbers.append(addition.count, from: first, commit: commit)
        working.set(head: commit)
        return Receipt(anchor: working.snapshot.anchor, added: addition.count)
    }

    /// The samples as they are stored. Nil or an error when any of them is stored already, comes twice, or has to be
    /// refused.
    private func checked(_ columns: [SampleColumns]) throws(HearthError) -> [SampleColumns]? {
        let ids = columns.flatMap(\.ids)
        guard DuplicateFinder.firstDuplicate(in: ids) == nil else { return nil }
        var areNew = true
        try Locator(snapshot: working.snapshot, reader: working.reader).forEachStored(of: ids) { _, _ in
            areNew = false
        }
        guard areNew else { return nil }
        var stored: [SampleColumns] = []
        for samples in columns {
            try samples.validate()
            try samples.validateForSaving()
            stored.append(try samples.normalized())
        }
        return stored
    }
}
