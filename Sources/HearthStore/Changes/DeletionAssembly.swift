internal import HearthModel

/// Puts deletions of several types together.
struct DeletionAssembly {
    private var parts: [(rows: DeletionRows, type: ObjectType)] = []
    private(set) var count = 0

    mutating func append(_ rows: DeletionRows, _ type: ObjectType) {
        parts.append((rows, type))
        count += rows.count
    }

    /// Nil if there are none.
    var deletions: Deletions? {
        guard !parts.isEmpty else { return nil }
        let joined = DeletionRows.joined(parts.map(\.rows))
        return Deletions(
            ids: joined.ids,
            times: joined.times,
            types: .joined(
                parts.map { DictionaryColumn(entries: [$0.type.identifier]) },
                missing: "",
                rows: parts.map(\.rows.count)
            ),
            metadata: joined.metadata.withoutDefaults()
        )
    }
}
