import HearthModel
import HearthStore
import HearthWire

/// What a store must hold, as plain arrays: the obvious way to do what the engine does fast. A copy is a snapshot.
struct ReferenceStore: Sendable {
    var rows: [ObjectID: StoredRow] = [:]
    /// In order of the deletions.
    var tombstones: [StoredTombstone] = []
    /// For each stored workout the identifiers associated with it, also of samples that are not stored.
    var associations: [ObjectID: Set<ObjectID>] = [:]
    /// Nil: not set.
    var characteristics = CharacteristicValues()
    /// By the bytes of the app's bundle identifier, and by type.
    var registrations: [[UInt8]: [ObjectType: UpdateFrequency]] = [:]
    /// The last commit.
    var head: UInt64 = 0
    /// The numbers of all commits, and 0.
    var commits: Set<UInt64> = [0]
    /// Deletions of commits up to this one may be forgotten.
    var mayHaveForgotten: UInt64 = 0
}

/// A class, so that going through all of them is cheap in a debug build.
final class StoredRow: Sendable {
    let row: SampleRow
    let commit: UInt64
    /// The place among the samples of its commit.
    let rank: Int
    /// A correlation that a commit changed because of a member. Its place in that commit is anyone's guess.
    let isMoved: Bool
    let sync: SyncKey?

    init(row: SampleRow, commit: UInt64, rank: Int, isMoved: Bool = false) {
        self.row = row
        self.commit = commit
        self.rank = rank
        self.isMoved = isMoved
        sync = SyncKey(row)
    }
}

struct StoredTombstone: Hashable, Sendable {
    var tombstone: Tombstone
    var commit: UInt64
    /// The bytes of the bundle identifier of the app whose sample it was.
    var app: [UInt8]
}

extension ReferenceStore {
    func stored(_ id: ObjectID) -> StoredRow? { rows[id] }

    /// Whether a UUID that is not stored is that of another app's deleted sample; nil: that depends on what is forgotten.
    func isDeletedByOther(_ id: ObjectID, than origin: Write.Origin) -> Bool? {
        guard !origin.isOwnersTool, stored(id) == nil else { return false }
        let app = Array(origin.source.bundleIdentifier.utf8)
        let deletions = tombstones.filter { $0.tombstone.id == id }
        guard let last = deletions.last, last.commit <= mayHaveForgotten else {
            return deletions.last.map { $0.app != app } ?? false
        }
        return deletions.contains { $0.app != app } ? nil : false
    }

    /// The stored samples that match any of the clauses, in no order; without clauses all.
    func matching(_ clauses: [Clause]) -> [StoredRow] {
        guard !clauses.isEmpty else { return Array(rows.values) }
        let evaluation = PredicateEvaluation(store: self)
        return rows.values.filter { stored in
            clauses.contains { clause in
                clause.type == stored.row.type && evaluation.holds(clause.predicate, for: stored.row)
            }
        }
    }

    /// The apps of the samples that match, by the bytes of their bundle identifiers.
    func sources(_ clauses: [Clause]) -> [Source] {
        let sources = Set(matching(clauses).compactMap(\.row.provenance.source))
        return sources.sorted { $0.bundleIdentifier.utf8.lexicographicallyPrecedes($1.bundleIdentifier.utf8) }
    }

    /// The number of the last deletion that retention allows to forget, and thus the newest `oldest` that a store may
    /// have; 0 when none.
    func newestForgettable(now: Timestamp, options: StoreOptions) -> UInt64 {
        let old = tombstones.dropLast(options.retainedDeletions)
        let expired = old.prefix {
            now.nanoseconds - $0.tombstone.time.nanoseconds >= options.retentionNanoseconds
        }
        return expired.last?.commit ?? 0
    }
}
