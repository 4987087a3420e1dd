internal import HearthModel

/// Summaries as bytes, for a storage that does not look into them.
extension SegmentSummary {
    var stored: [UInt8] {
        var writer = ByteWriter()
        writer.signed(id)
        writer.byte(kind.rawValue)
        writer.sized(type)
        writer.number(firstSequence)
        writer.number(lastSequence)
        writer.number(count)
        for time in [starts.lowerBound, starts.upperBound, ends.lowerBound, ends.upperBound] {
            writer.signed(time.nanoseconds)
        }
        writer.append(ids.lowerBound.bytes)
        writer.append(ids.upperBound.bytes)
        writer.byte(shape)
        writer.byte(
            [hasUnorderedIDs, hasSyncKeys, values != nil, totals != nil].reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        )
        if let values {
            writer.raw([values.sum.bitPattern, values.least.bitPattern, values.greatest.bitPattern])
        }
        if let totals {
            writer.sized(totals.stored)
        }
        writer.number(provenances.count)
        for provenance in provenances {
            writer.number(UInt64(provenance))
        }
        writer.number(encodedSize)
        writer.raw(blockChecksum)
        return writer.bytes
    }

    init(stored: [UInt8]) throws(HearthError) {
        self = try stored.summary { (reader: inout ByteReader) throws(HearthError) in
            let id = try reader.signed()
            guard let kind = Kind(rawValue: try reader.byte()) else { throw .incompleteStore }
            let type = String(decoding: try reader.sized(), as: UTF8.self)
            let sequences = try readRange(try reader.number(), try reader.number())
            let count = try reader.count(atMost: storedCountMax)
            let starts = try readRange(readTime(&reader), readTime(&reader))
            let ends = try readRange(readTime(&reader), readTime(&reader))
            let ids = try readRange(readID(&reader), readID(&reader))
            let shape = try reader.byte()
            let flags = try reader.byte()
            guard flags < 16, count > 0 else { throw .incompleteStore }
            var values: Values?
            if flags & 4 != 0 {
                values = Values(
                    sum: try readDouble(&reader),
                    least: try readDouble(&reader),
                    greatest: try readDouble(&reader)
                )
            }
            let totals = flags & 8 != 0 ? try SegmentTotals(stored: Array(reader.sized())) : nil
            var provenances: [UInt32] = []
            for _ in 0..<(try reader.count(atMost: count)) {
                provenances.append(UInt32(try reader.count(atMost: Int(UInt32.max))))
            }
            return SegmentSummary(
                id: id,
                kind: kind,
                type: type,
                firstSequence: sequences.lowerBound,
                lastSequence: sequences.upperBound,
                count: count,
                starts: starts,
                ends: ends,
                ids: ids,
                values: values,
                totals: totals,
                shape: shape,
                hasUnorderedIDs: flags & 1 != 0,
                hasSyncKeys: flags & 2 != 0,
                provenances: provenances,
                encodedSize: try reader.count(atMost: storedCountMax),
                blockChecksum: try reader.fixed()
            )
        }
    }
}

extension AssociationSummary {
    var stored: [UInt8] {
        var writer = ByteWriter()
        writer.signed(id)
        writer.append(workout.bytes)
        writer.number(count)
        writer.raw(blockChecksum)
        return writer.bytes
    }

    init(stored: [UInt8]) throws(HearthError) {
        self = try stored.summary { (reader: inout ByteReader) throws(HearthError) in
            AssociationSummary(
                id: try reader.signed(),
                workout: try readID(&reader),
                count: try reader.count(atMost: storedCountMax),
                blockChecksum: try reader.fixed()
            )
        }
    }
}

extension StoredAppRecord {
    /// What is the same in a record that replaces it.
    var entry: [UInt8] { StoredAppRecord(app: app, kind: kind, name: name, value: []).bytes }

    init(stored: [UInt8]) throws(HearthError) {
        self = try stored.summary { (reader: inout ByteReader) throws(HearthError) in
            let kind = try reader.byte()
            let app = String(decoding: try reader.sized(), as: UTF8.self)
            let name = String(decoding: try reader.sized(), as: UTF8.self)
            return StoredAppRecord(app: AppID(app), kind: kind, name: name, value: Array(try reader.rest()))
        }
    }
}

extension [UInt8] {
    /// Reads all of the bytes. What has another form is missing from the directory.
    fileprivate func summary<Value>(
        _ body: (inout ByteReader) throws(HearthError) -> Value
    ) throws(HearthError) -> Value {
        do throws(HearthError) {
            return try reading { (reader: inout ByteReader) throws(HearthError) in
                let value = try body(&reader)
                guard reader.isAtEnd else { throw .incompleteStore }
                return value
            }
        } catch {
            throw .incompleteStore
        }
    }
}

private func readTime(_ reader: inout ByteReader) throws(HearthError) -> Timestamp {
    Timestamp(nanoseconds: try reader.signed())
}

private func readDouble(_ reader: inout ByteReader) throws(HearthError) -> Double {
    Double(bitPattern: try reader.fixed())
}

private func readID(_ reader: inout ByteReader) throws(HearthError) -> ObjectID {
    guard let id = ObjectID(bytes: Array(try reader.take(16))) else { throw .incompleteStore }
    return id
}

private func readRange<Bound: Comparable>(
    _ least: Bound,
    _ greatest: Bound
) throws(HearthError) -> ClosedRange<Bound> {
    guard least <= greatest else { throw .incompleteStore }
    return least...greatest
}

/// More than there are samples in a segment, or bytes that they take.
private let storedCountMax = 1 << 40
