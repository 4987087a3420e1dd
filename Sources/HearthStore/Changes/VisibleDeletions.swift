internal import HearthModel

/// What an app that may not read everything sees of the deletions of a type.
struct VisibleDeletions {
    /// Means the samples that the app saved, whose deletions it sees whole.
    private let own: ProvenanceTest
    private let reading: AccessView.Reading
    /// Whether an app that sees the deletion may not have seen the sample, because it sees only some of the members.
    private let needsMember: Bool

    /// How much an app sees of a deletion.
    enum Sight {
        case whole
        /// Without the sync keys.
        case withoutKept
        case nothing
    }

    init(of type: ObjectType, through view: AccessView, _ own: ProvenanceTest) {
        self.own = own
        reading = view.reading(of: type)
        needsMember = view.needsMember(type)
    }

    /// What the reader of a snapshot sees; nil: everything.
    init?(of type: ObjectType, in snapshot: Snapshot) {
        guard let view = snapshot.view, !view.isWhole(type) else { return nil }
        self.init(of: type, through: view, ProvenanceTest(ofApp: view.app, snapshot.provenances))
    }

    /// A deletion without an end is seen as before ends were kept, but without its sync keys.
    func sight(of row: Int, in rows: DeletionRows) -> Sight {
        guard own.certainty(forDeletedOf: rows.owner(row)) != .always else { return .whole }
        switch (reading, rows.end(row)) {
        case (.nothing, _): return .nothing
        case (.since(let time), let end?) where end < time: return .nothing
        case (.since, nil): return .withoutKept
        case (.since, _), (.everything, _): return needsMember ? .withoutKept : .whole
        }
    }
}

/// Deletions as their reader sees them.
struct SeenDeletions {
    private(set) var rows: DeletionRows
    /// The rows whose sync keys the reader does not see. Empty: none.
    private let withoutKept: Set<Int>

    /// `visible`: nil for everything.
    init(_ all: DeletionRows, _ visible: VisibleDeletions?) {
        guard let visible else {
            rows = all
            withoutKept = []
            return
        }
        var (seen, withoutKept): ([Int], Set<Int>) = ([], [])
        for row in all.ids.indices {
            switch visible.sight(of: row, in: all) {
            case .whole: seen.append(row)
            case .withoutKept:
                withoutKept.insert(seen.count)
                seen.append(row)
            case .nothing: break
            }
        }
        rows = seen.count == all.count ? all : all.selecting(.each(seen))
        self.withoutKept = withoutKept
        guard !withoutKept.isEmpty, !rows.metadata.entries.isEmpty else { return }
        let kept = rows.ids.indices.map { self.kept(of: $0) ?? Metadata.none }
        rows.metadata = withoutKept.count == rows.count ? DictionaryColumn() : DictionaryColumn(kept)
    }

    /// The sync keys of a row; nil: the reader does not see whether it has some.
    func kept(of row: Int) -> Metadata? { withoutKept.contains(row) ? nil : rows.metadata[row] ?? Metadata.none }
}
