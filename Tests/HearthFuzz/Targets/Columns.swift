internal import HearthModel
internal import HearthWire

/// Samples without a fault are read, and samples with one are refused.
///
/// Input: decisions, see `SamplesBuilder`.
func checkColumns(_ input: [UInt8], _ heap: HeapMeter) {
    var builder = SamplesBuilder(Choices(input))
    switch builder.choices.below(3) {
    case 0:
        let reply = checkedReply(builder.frame(6) { $0.sampleBatch() }, heap)
        checkJudgement(reply, fault: builder.fault)
        if case .success(.samples(let batch)) = reply { check(batch.columns + batch.members, builder) }
    case 1:
        let reply = checkedReply(builder.frame(7) { $0.changeBatch() }, heap)
        checkJudgement(reply, fault: builder.fault)
        if case .success(.changes(let batch)) = reply { check(batch.added + batch.members, builder) }
    default:
        builder.isReply = false
        let request = checkedRequest(builder.frame(3) { $0.save() }, heap)
        // There are further rules for what is saved, so that samples without a fault may be refused.
        if let fault = builder.fault { checkJudgement(request, fault: fault) }
        if case .success(.save(let save)) = request { check(save.columns, builder) }
    }
}

/// What is read are the samples that were made, but for those that only a newer peer knows.
private func check(_ samples: [SampleColumns], _ builder: SamplesBuilder) {
    precondition(samples.count == builder.knownSamples, "other samples were read than were sent")
    samples.forEach(checkRows)
}

private func checkJudgement<Content>(_ content: Result<Content, HearthError>, fault: String?) {
    switch content {
    case .success: precondition(fault == nil, "samples with a fault were read: \(fault ?? "")")
    case .failure(let error): precondition(fault != nil, "samples without a fault were refused: \(error)")
    }
}

// The frames that samples come in.
extension SamplesBuilder {
    fileprivate mutating func frame(_ field: Int, _ content: (inout SamplesBuilder) -> WireBytes) -> [UInt8] {
        var frame = WireBytes()
        frame.number(1, UInt64(1))
        frame.message(field, content(&self))
        return frame.encoded
    }

    fileprivate mutating func save() -> WireBytes {
        var save = WireBytes()
        save.messages(1, each(choices.below(2) + 1) { $0.samples().message })
        return save
    }

    fileprivate mutating func sampleBatch() -> WireBytes {
        var batch = WireBytes()
        let columns = each(choices.below(2) + 1) { $0.samples() }
        let areAllKnown = knownSamples == columns.count
        batch.messages(1, columns.map(\.message))
        batch.messages(2, each(choices.below(2)) { $0.samples().message })
        if columns.count > 1 || choices.flag() {
            var interleaving = columns.enumerated().flatMap { [UInt32](repeating: UInt32($0), count: $1.rows) }
            interleaving.swapAt(choices.below(interleaving.count), choices.below(interleaving.count))
            // Nobody knows how many rows there are in what is passed over.
            batch.bytes(
                3,
                making(hidden: !areAllKnown) { builder in
                    builder.spoil(&interleaving, UInt32(columns.count), .max)
                    return builder.column(interleaving)
                }
            )
        }
        return batch
    }

    fileprivate mutating func changeBatch() -> WireBytes {
        var batch = WireBytes()
        batch.messages(1, each(choices.below(2)) { $0.samples().message })
        batch.messages(2, each(choices.below(2)) { $0.samples().message })
        if choices.flag() { batch.message(3, deletions()) }
        batch.bytes(4, [UInt8](repeating: 1, count: fails() ? Limits.anchorBytes + 1 : Limits.anchorBytes))
        batch.number(5, UInt64(choices.byte()))
        return batch
    }

    private mutating func deletions() -> WireBytes {
        let rows = choices.below(4) + 1
        var deletions = WireBytes()
        deletions.bytes(1, column(each(rows) { $0.id() }))
        deletions.bytes(2, column(each(rows) { $0.time() }))
        let types = fails() ? [] : each(choices.below(2) + 1) { $0.type(of: .quantity).identifier }
        for type in types {
            deletions.text(3, type)
        }
        deletions.bytes(4, indexes(rows: rows, entries: types.count))
        let metadata = each(choices.below(3)) { $0.metadata() }
        deletions.messages(5, metadata)
        deletions.bytes(6, indexes(rows: rows, entries: metadata.count))
        return deletions
    }
}
