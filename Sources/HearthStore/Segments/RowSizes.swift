internal import HearthModel

/// The most bytes that rows take in a message of the protocol. Segments and batches are cut by it.
struct RowSizes {
    /// The bytes of each row.
    let fixed: Int
    /// Further bytes, row by row. Empty: none.
    private var variable: [Int]
    /// The bytes of values that all rows share, counted once.
    private(set) var shared = 0
    /// Entries of dictionaries that are too large to count for any piece: the rows count those that they have.
    private var entries: [RowEntries] = []

    /// The most bytes of a dictionary that count as shared.
    private static let sharedMax = 16 << 10

    /// For each row its entry of a dictionary. A piece has an entry once, and its first row with it counts it.
    private struct RowEntries {
        var bytes: [Int]
        /// The row before it with the same entry; negative: none.
        var previous: [Int]

        init(_ entryBytes: [Int], _ indexes: [UInt32]) {
            var last = entryBytes.map { _ in -1 }
            bytes = indexes.map { entryBytes[Int($0)] }
            previous = indexes.indices.map { row in
                defer { last[Int(indexes[row])] = row }
                return last[Int(indexes[row])]
            }
        }

        var heldBytes: Int { zip(bytes, previous).reduce(0) { $0 + 16 + ($1.1 < 0 ? $1.0 : 0) } }

        var areDistinct: Bool { previous.allSatisfy { $0 < 0 } }

        func selecting(_ rows: Range<Int>) -> RowEntries {
            var selected = self
            selected.bytes = Array(bytes[rows])
            selected.previous = previous[rows].map { $0 - rows.lowerBound }
            return selected
        }
    }

    init(fixed: Int, variable: [Int] = []) {
        self.fixed = fixed
        self.variable = variable
    }

    /// The end of the most rows from `start` on that stay within both limits, and at least one. Shared bytes do not count.
    func end(of start: Int, in rows: Int, atMost most: Int, _ bytes: Int) -> Int {
        guard !areEqual else {
            return start + max(1, min(rows - start, most, bytes / max(fixed, 1)))
        }
        var end = start
        var total = 0
        while end < rows, end - start < most {
            total += self.bytes(of: end, inPieceFrom: start)
            guard total <= bytes || end == start else { break }
            end += 1
        }
        return end
    }

    /// Whether all rows have the same size.
    var areEqual: Bool { variable.isEmpty && entries.isEmpty }

    /// The memory of the sizes themselves, and what entries take beyond their bytes in a message.
    var heldBytes: Int { 8 * variable.count + entries.reduce(0) { $0 + $1.heldBytes } }

    /// What a row adds to a piece, which begins with another: without what all rows share.
    func bytes(of row: Int, inPieceFrom start: Int) -> Int {
        entries.reduce(fixed + (variable.isEmpty ? 0 : variable[row])) { sum, entries in
            sum + (entries.previous[row] < start ? entries.bytes[row] : 0)
        }
    }

    /// The bytes of rows without what all rows share.
    func bytes(of rows: Range<Int>) -> Int {
        guard entries.isEmpty else {
            return rows.reduce(0) { $0 + bytes(of: $1, inPieceFrom: rows.lowerBound) }
        }
        return rows.count * fixed + (variable.isEmpty ? 0 : variable[rows].reduce(0, +))
    }

    /// The sizes of some of the rows. What they share counts as before, although they may share less of it.
    func selecting(_ rows: Range<Int>) -> RowSizes {
        var selected = self
        selected.variable = variable.isEmpty ? [] : Array(variable[rows])
        selected.entries = entries.map { $0.selecting(rows) }
        return selected
    }

    /// Counts entries of a dictionary to which rows refer; without indexes all rows have the only one.
    mutating func add(entries: [Int], indexes: [UInt32]) {
        let sum = entries.reduce(0, +)
        guard sum > RowSizes.sharedMax, !indexes.isEmpty else {
            shared += sum
            return
        }
        let ofRows = RowEntries(entries, indexes)
        if ofRows.areDistinct {
            add(ofRows.bytes)
        } else {
            self.entries.append(ofRows)
        }
    }

    /// Counts values of each row.
    mutating func add(_ sizes: [Int]) {
        variable = variable.isEmpty ? sizes : zip(variable, sizes).map { $0 + $1 }
    }
}

extension RowSizes {
    /// Of samples in a segment: without provenances and the members of correlations.
    init(of samples: SampleColumns) {
        self.init(withoutMetadata: samples, hasAllColumns: false)
        add(entries: samples.metadata.entries.map(\.messageBytes), indexes: samples.metadata.indexes)
    }

    /// Of members of a correlation, without metadata. In a reply they share a column with others, which may fill in
    /// columns that these leave out.
    init(ofMembers samples: SampleColumns) {
        self.init(withoutMetadata: samples, hasAllColumns: true)
    }

    fileprivate init(withoutMetadata samples: SampleColumns, hasAllColumns: Bool) {
        // UUID, two times, and two indexes.
        var fixed = 16 + 8 + 8 + 4 + 4
        var variable: [Int] = []
        switch samples.payload {
        case .quantity(let columns):
            let optional = [
                columns.counts.isEmpty, columns.minimums.isEmpty, columns.maximums.isEmpty,
                columns.mostRecents.isEmpty, columns.mostRecentStarts.isEmpty, columns.mostRecentEnds.isEmpty,
            ]
            fixed += 8 + 8 * (hasAllColumns ? optional.count : optional.filter { !$0 }.count)
            if let points = columns.points {
                variable = points.lengths.map { 4 + Int($0) * 24 }
            }
        case .category:
            fixed += 8
        case .correlation(let columns):
            variable = columns.lengths.map { 4 + Int($0) * 16 }
        case .workout(let columns):
            fixed += 12
            variable = columns.details.map(\.messageBytes)
        case .route(let columns):
            fixed += 8
            variable = columns.lengths.map { 4 + Int($0) * 80 }
        case .heartbeat(let columns):
            fixed += 8
            variable = columns.lengths.map { 4 + Int($0) * 9 }
        case .record(let columns):
            variable = columns.messageBytes
        }
        self.init(fixed: fixed, variable: variable)
    }

    /// Of deletions with these metadata.
    init(ofDeletionsWith metadata: DictionaryColumn<Metadata>) {
        // UUID, time, and two indexes.
        self.init(fixed: 16 + 8 + 4 + 4)
        add(entries: metadata.entries.map(\.messageBytes), indexes: metadata.indexes)
    }
}

extension SampleColumns {
    /// Bytes of all of them in a message, at most. Values that rows share count once.
    var messageBytes: Int { bytes(RowSizes(withoutMetadata: self, hasAllColumns: false)) }

    /// The same as members of correlations.
    var messageBytesAsMembers: Int { bytes(RowSizes(ofMembers: self)) }

    private func bytes(_ sizes: RowSizes) -> Int {
        sizes.bytes(of: 0..<count) + metadata.entries.reduce(0) { $0 + $1.messageBytes }
            + provenance.entries.reduce(0) { $0 + $1.messageBytes }
    }

    /// Bytes of each row in a message that has it alone, at most.
    var messageBytesOfRows: [Int] {
        let sizes = RowSizes(withoutMetadata: self, hasAllColumns: false)
        let metadataBytes = metadata.entries.map(\.messageBytes)
        let provenanceBytes = provenance.entries.map(\.messageBytes)
        func shared(_ bytes: [Int], _ indexes: [UInt32], _ row: Int) -> Int {
            indexes.isEmpty ? bytes.first ?? 0 : bytes[Int(indexes[row])]
        }
        return (0..<count).map { row in
            sizes.bytes(of: row..<row + 1) + shared(metadataBytes, metadata.indexes, row)
                + shared(provenanceBytes, provenance.indexes, row)
        }
    }
}
