internal import HearthModel
internal import HearthStore

/// A block of the store is refused, or what it holds is the same after it was stored once more. Its checksum, which is
/// compared before, is left out: no fuzzer guesses it.
///
/// Input: what the block holds (1 byte, see `contents`), which parts of it are read by themselves (1 byte); the block.
func checkSegments(_ input: [UInt8]) {
    var choices = Choices(input)
    let content = contents[choices.below(contents.count)]
    let parts = SegmentParts(rawValue: choices.byte()).intersection(.everything)
    let bytes = choices.rest()
    switch content {
    case .samples(let kind): checkSamples(bytes, kind, parts)
    case .deletions: checkDeletions(bytes)
    case .association: checkAssociation(bytes)
    }
}

/// What a block may hold.
private enum Content {
    case samples(ObjectType.Kind)
    case deletions
    case association
}

private let contents: [Content] = [
    .samples(.quantity), .samples(.category), .samples(.correlation), .samples(.workout), .samples(.workoutRoute),
    .samples(.heartbeatSeries), .deletions, .association,
]

private func checkSamples(_ bytes: [UInt8], _ kind: ObjectType.Kind, _ parts: SegmentParts) {
    guard let type = ObjectType.all.first(where: { $0.kind == kind }) else {
        preconditionFailure("the registry has no type of a kind")
    }
    let some = attempt { () throws(HearthError) in try rows(bytes, type, parts) }
    guard let whole = attempt({ () throws(HearthError) in try rows(bytes, type, .everything) }) else { return }
    checkCounts(whole)
    guard let some else {
        preconditionFailure("a part of a block that was read was refused")
    }
    let (samples, partly) = (whole.samples, some.samples)
    precondition(
        samples.ids == partly.ids && samples.starts == partly.starts && samples.ends == partly.ends,
        "a part of a block was read otherwise than the whole"
    )
    // A block has at least one row when somebody wrote it.
    guard whole.count > 0 else { return }
    let encoded = SegmentEncoder.encode(whole, MetadataCoder())
    guard let again = attempt({ () throws(HearthError) in try rows(encoded, type, .everything) }) else {
        preconditionFailure("rows that were read were refused when they were stored")
    }
    // Compared as bytes: among the numbers may be some that are not equal to themselves.
    precondition(SegmentEncoder.encode(again, MetadataCoder()) == encoded, "rows were read otherwise than stored")
    let numbers = (whole.sequences, whole.commits, whole.syncKeys)
    precondition(numbers == (again.sequences, again.commits, again.syncKeys), "the log was read otherwise than stored")
    precondition(again.samples.ids == samples.ids && again.samples.ends == samples.ends, "rows changed")
    precondition(again.samples.metadata == samples.metadata, "metadata changed")
}

private func checkDeletions(_ bytes: [UInt8]) {
    guard let deletions = attempt({ () throws(HearthError) in try deletions(bytes) }) else { return }
    precondition([0, deletions.count].contains(deletions.sequences.count), "a number of deletions is missing")
    let counts = [deletions.times.count, deletions.commits.count]
    precondition(counts.allSatisfy { $0 == deletions.count }, "a row of deletions is missing")
    guard deletions.count > 0 else { return }
    let encoded = SegmentEncoder.encode(deletions, MetadataCoder())
    guard let again = attempt({ () throws(HearthError) in try HearthFuzz.deletions(encoded) }) else {
        preconditionFailure("deletions that were read were refused when they were stored")
    }
    precondition(again.ids == deletions.ids && again.times == deletions.times, "deletions changed")
    precondition(again.commits == deletions.commits && again.metadata == deletions.metadata, "deletions changed")
    precondition(again.sequences == deletions.sequences, "deletions changed")
    precondition(again.owners == deletions.owners && again.ends == deletions.ends, "deletions changed")
}

private func checkAssociation(_ bytes: [UInt8]) {
    guard let samples = attempt({ () throws(HearthError) in try SegmentBlock(bytes).associatedSamples() }),
        !samples.isEmpty
    else { return }
    let encoded = SegmentEncoder.encode(samples, MetadataCoder())
    let again = attempt { () throws(HearthError) in try SegmentBlock(encoded).associatedSamples() }
    precondition(again == samples, "an association was read otherwise than stored")
}

/// Columns that there always are have a row for each sample, and the others have one or are left out.
private func checkCounts(_ rows: SegmentRows) {
    let samples = rows.samples
    let required = [samples.starts.count, rows.provenances.count, rows.sequences.count, rows.commits.count]
    precondition(required.allSatisfy { $0 == rows.count }, "a row of a column is missing")
    let optional = [samples.ends.count, rows.syncKeys.count, samples.metadata.indexes.count]
    precondition(optional.allSatisfy { $0 == rows.count || $0 == 0 }, "a row of a column is missing")
    for row in 0..<rows.count {
        _ = samples.metadata[row]
    }
    switch samples.payload {
    case .quantity(let columns): precondition(columns.values.count == rows.count, "a value is missing")
    case .category(let columns): precondition(columns.values.count == rows.count, "a value is missing")
    case .correlation(let columns): checkSeries(columns.lengths, rows.count, columns.members.count)
    case .workout(let columns): precondition(columns.activityTypes.count == rows.count, "a type is missing")
    case .route(let columns): checkSeries(columns.lengths, rows.count, columns.timestamps.count)
    case .heartbeat(let columns): checkSeries(columns.lengths, rows.count, columns.offsets.count)
    case .record(let columns):
        precondition(columns.records.count == rows.count, "a record is missing")
        if RecordSchema.of(samples.type)?.series != nil {
            checkSeries(columns.lengths, rows.count, columns.voltages.count + columns.contents.count)
        }
    }
}

private func checkSeries(_ lengths: [UInt32], _ rows: Int, _ elements: Int) {
    precondition(lengths.count == rows, "the length of a series is missing")
    precondition(lengths.reduce(0) { $0 + Int($1) } == elements, "the lengths do not take every element")
}

private func rows(_ bytes: [UInt8], _ type: ObjectType, _ parts: SegmentParts) throws(HearthError) -> SegmentRows {
    try SegmentDecoder(block: SegmentBlock(bytes), type: type, attachments: MetadataCoder()).rows(parts)
}

private func deletions(_ bytes: [UInt8]) throws(HearthError) -> DeletionRows {
    try SegmentDecoder(block: SegmentBlock(bytes), type: .workout, attachments: MetadataCoder()).deletions()
}

/// What was read; nil when it was refused, as only damage is.
private func attempt<Value>(_ read: () throws(HearthError) -> Value) -> Value? {
    do throws(HearthError) {
        return try read()
    } catch {
        precondition(error.code == .storageCorrupt, "a block was refused with another code")
        checkError(error)
        return nil
    }
}
