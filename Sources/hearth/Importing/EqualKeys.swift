import HearthModel

/// The samples of a file, and what is stored with their UUIDs.
///
/// Samples that nothing but their values tells apart have UUIDs in the order of the file. A later file may have one more of them
/// before the others, or another order.
struct EqualKeys {
    private struct Key: Hashable {
        let start: Timestamp
        let end: Timestamp
        /// The second half of a derived UUID: the same for samples of a source and a day.
        let origin: UInt64
    }

    private(set) var samples: SampleColumns
    private(set) var found: [StoredSampleSearch.Found?]

    init(_ samples: SampleColumns, _ found: [StoredSampleSearch.Found?]) {
        self.samples = samples
        self.found = found
    }

    /// Gives a sample whose UUID is stored with another value the UUID of one of its key that is stored with its value.
    mutating func matchValues() {
        // A correlation names its members by their UUIDs.
        guard !Self.membersOfCorrelations.contains(samples.type) else { return }
        let differing = found.indices.filter { found[$0]?.hasValue(of: samples, $0) == false }
        let keys = Set(differing.compactMap(key))
        guard !keys.isEmpty else { return }
        var groups: [Key: [Int]] = [:]
        for row in samples.ids.indices {
            if let key = key(row), keys.contains(key) {
                groups[key, default: []].append(row)
            }
        }
        for rows in groups.values where rows.count > 1 {
            match(rows)
        }
    }

    private mutating func match(_ rows: [Int]) {
        let (ids, known) = (rows.map { samples.ids[$0] }, rows.map { found[$0] })
        var places: [Int?] = rows.indices.map { known[$0]?.hasValue(of: samples, rows[$0]) == true ? $0 : nil }
        var free = rows.indices.filter { places[$0] == nil }
        for index in rows.indices where places[index] == nil {
            guard let place = free.first(where: { known[$0]?.hasValue(of: samples, rows[index]) == true }) else {
                continue
            }
            places[index] = place
            free.removeAll { $0 == place }
        }
        for index in rows.indices {
            let place = places[index] ?? free.removeFirst()
            samples.ids[rows[index]] = ids[place]
            found[rows[index]] = known[place]
        }
    }

    /// Nil for a UUID that a file has given, which names one sample.
    private func key(_ row: Int) -> Key? {
        let id = samples.ids[row]
        guard id.version == 7 else { return nil }
        return Key(start: samples.starts[row], end: samples.end(row), origin: id.low)
    }

    private static let membersOfCorrelations: Set<ObjectType> = {
        let correlations = ObjectType.all.filter { $0.kind == .correlation }
        return Set(ObjectType.all.filter { type in correlations.contains { $0.allowsMember(type) } })
    }()
}
