internal import HearthModel

/// The numbers of the provenances of a save's samples, looked up column by column.
struct ProvenanceNumbers {
    /// For each of the columns the numbers of its entries; one number for samples without an entry.
    private(set) var ofEntries: [[UInt32]] = []
    /// Those that have no number, each once, as they are stored.
    private(set) var lacking: [Provenance] = []
    /// Where the first sample has each of them.
    private var places: [(column: Int, entry: Int?)] = []
    private var distinct: Set<ExactKey<ProvenanceTable.Entry>> = []
    /// For each entry of the last column whether a sample has it, and the first that is not looked up.
    private var isUsed: [Bool] = []
    private var nextEntry = 0
    private let origin: WriteOrigin

    /// The number of an entry that has none.
    private static let none = UInt32.max

    init(from origin: WriteOrigin) {
        self.origin = origin
    }

    /// Looks up at most this many further entries. True: all are looked up.
    mutating func lookUp(
        _ columns: ArraySlice<SampleColumns>,
        in table: ProvenanceTable,
        atMost most: Int = .max
    ) -> Bool {
        for _ in 0..<most {
            while nextEntry == isUsed.count {
                guard ofEntries.count < columns.count else { return true }
                let index = columns.startIndex + ofEntries.count
                ofEntries.append([])
                isUsed = columns[index].provenance.usedEntries
                nextEntry = 0
                if isUsed.isEmpty {
                    append(nil, at: nil, in: table)
                }
            }
            if isUsed[nextEntry] {
                append(
                    columns[columns.startIndex + ofEntries.count - 1].provenance.entries[nextEntry],
                    at: nextEntry,
                    in: table
                )
            } else {
                ofEntries[ofEntries.count - 1].append(ProvenanceNumbers.none)
            }
            nextEntry += 1
        }
        return false
    }

    private mutating func append(_ given: Provenance?, at entry: Int?, in table: ProvenanceTable) {
        let number = known(given, in: table)
        ofEntries[ofEntries.count - 1].append(number ?? ProvenanceNumbers.none)
        guard number == nil else { return }
        let provenance = origin.provenance(given)
        if distinct.insert(ExactKey(ProvenanceTable.Entry(provenance))).inserted {
            lacking.append(provenance)
            places.append((ofEntries.count - 1, entry))
        }
    }

    private func known(_ given: Provenance?, in table: ProvenanceTable) -> UInt32? {
        if origin.namesSources, let given, origin.isForeign(given) {
            return table.number(of: origin.provenance(given))
        }
        let device = given?.device
        if let last = origin.lastProvenance.withLock({ $0 }), table.has(last),
            Device.areIdentical(last.device, device)
        {
            return last.number
        }
        guard let number = table.number(of: origin.provenance(given)) else { return nil }
        let last = table.numbered(number, device)
        origin.lastProvenance.withLock { $0 = last }
        return number
    }

    /// Throws if the store has no room for those that have no number.
    func checkRoom(in table: ProvenanceTable, _ options: StoreOptions) throws(HearthError) {
        guard let first = table.firstWithoutRoom(of: lacking, options) else { return }
        let (column, entry) = places[first]
        throw .tooManyProvenances("columns[\(column)].provenances" + (entry.map { "[\($0)]" } ?? ""))
    }
}

extension HearthError {
    static func tooManyProvenances(_ field: String) -> HearthError {
        HearthError(
            .limitExceeded,
            "The samples of this source, or of all sources, come from too many different devices and versions: the store keeps"
                + " no more: PROTOCOL.md, chapter 10. Samples of those that it has can be saved.",
            field: field
        )
    }
}

extension DictionaryColumn<Provenance> {
    /// For each entry whether a row has it.
    fileprivate var usedEntries: [Bool] {
        guard !indexes.isEmpty else { return entries.isEmpty ? [] : [true] }
        var isUsed = [Bool](repeating: false, count: entries.count)
        for index in indexes {
            isUsed[Int(index)] = true
        }
        return isUsed
    }

    /// Appends for each of `rows` rows the number of its entry to those of other rows.
    func appendNumbers(rows: Int, to numbers: inout [UInt32], _ ofEntries: [UInt32]) {
        if indexes.isEmpty {
            numbers.append(contentsOf: repeatElement(ofEntries[0], count: rows))
        } else {
            numbers.append(contentsOf: indexes.lazy.map { ofEntries[Int($0)] })
        }
    }
}
