internal import HearthModel

/// What members of correlations take in a reply.
struct MemberSizes {
    private struct Size {
        /// Without its metadata and its provenance, which members can share.
        let bytes: Int
        /// The number of its metadata.
        let metadata: Int?
        let provenance: UInt32
    }

    private var sizes: [ObjectID: Size] = [:]
    /// The bytes of different metadata.
    private var metadataBytes: [Int] = []

    /// Notes the sizes of some of the rows of a segment, or of a column of a save.
    mutating func note(_ members: [(id: ObjectID, row: Int)], in rows: SegmentRows) {
        let fixed = RowSizes(ofMembers: rows.samples)
        let metadata = rows.samples.metadata
        var known: [Int: Int] = [:]
        for (id, row) in members {
            var number: Int?
            if !metadata.entries.isEmpty {
                let entry = metadata.indexes.isEmpty ? 0 : Int(metadata.indexes[row])
                if known[entry] == nil {
                    known[entry] = metadataBytes.count
                    metadataBytes.append(metadata.entries[entry].messageBytes)
                }
                number = known[entry]
            }
            sizes[id] = Size(bytes: fixed.bytes(of: row..<row + 1), metadata: number, provenance: rows.provenances[row])
        }
    }

    /// The bytes of members that were noted. Values that they share count once, as in a reply.
    func bytes(of members: ArraySlice<ObjectID>, _ provenances: ProvenanceTable) -> Int {
        var total = 0
        var metadata: Set<Int> = []
        var numbers: Set<UInt32> = []
        for member in members {
            guard let size = sizes[member] else { continue }
            total += size.bytes
            if let number = size.metadata, metadata.insert(number).inserted {
                total += metadataBytes[number]
            }
            if numbers.insert(size.provenance).inserted {
                total += provenances[size.provenance].messageBytes
            }
        }
        return total
    }
}

/// Members whose sizes are sought, by the columns of a save and the segments in which they are.
struct UnmeasuredMembers {
    enum Source {
        case column(Int)
        case segment(Segment)
    }

    private var open: [(source: Source, members: [(id: ObjectID, row: Int)])] = []
    private var columns: [Int: Int] = [:]
    private var segments: [Int64: Int] = [:]
    private var added: Set<ObjectID> = []

    /// Adds a member, once.
    mutating func add(_ id: ObjectID, _ source: Source, _ row: Int) {
        guard added.insert(id).inserted else { return }
        let position =
            switch source {
            case .column(let column): columns[column]
            case .segment(let segment): segments[segment.id]
            }
        if let position {
            open[position].members.append((id, row))
            return
        }
        switch source {
        case .column(let column): columns[column] = open.count
        case .segment(let segment): segments[segment.id] = open.count
        }
        open.append((source, [(id, row)]))
    }

    /// Takes the members of one of the sources, when all are added.
    mutating func popLast() -> (source: Source, members: [(id: ObjectID, row: Int)])? { open.popLast() }
}
