import HearthModel
import HearthWire

/// What one commit has for a stream.
struct ExpectedCommit: Equatable, Sendable {
    var commit: UInt64
    var added: [SampleRow]
    var deleted: [Tombstone]

    var count: Int { added.count + deleted.count }
}

extension ReferenceStore {
    /// The commits with anything for a stream: samples after one place, deletions after another.
    func changes(
        _ clauses: [Clause],
        samplesAfter place: UInt64,
        deletionsAfter firstDeletion: UInt64,
        includeSeries: Bool
    ) -> [ExpectedCommit] {
        let added = matching(clauses).filter { $0.commit > place }
        let deleted = tombstones.filter { stored in
            stored.commit > firstDeletion
                && (clauses.isEmpty || clauses.contains { $0.mayHaveMatched(stored.tombstone) })
        }
        let addedOf = Dictionary(grouping: added, by: \.commit)
        let deletedOf = Dictionary(grouping: deleted, by: \.commit)
        return Set(addedOf.keys).union(deletedOf.keys).sorted().map { commit in
            ExpectedCommit(
                commit: commit,
                added: addedOf[commit, default: []].map { shown($0.row, clauses, includeSeries: includeSeries) },
                deleted: deletedOf[commit, default: []].map(\.tombstone)
            )
        }
    }
}

extension Clause {
    /// False only when the sample that is gone surely did not match.
    fileprivate func mayHaveMatched(_ tombstone: Tombstone) -> Bool {
        guard type.identifier == tombstone.type else { return false }
        return predicate?.mayHaveHeld(for: tombstone) ?? true
    }
}

/// Nil: not known.
private typealias Truth = Bool?

extension Predicate {
    fileprivate func mayHaveHeld(for tombstone: Tombstone) -> Bool {
        var stack: [Truth] = []
        for term in terms {
            switch term {
            case .allOf(let count): stack.append(all(stack.removing(count)))
            case .anyOf(let count): stack.append(any(stack.removing(count)))
            case .noneOf(let count): stack.append(any(stack.removing(count)).map { !$0 })
            case .anyActivity(let count):
                _ = stack.removing(count)
                stack.append(nil)
            case .constant(let value): stack.append(value)
            case .ids(let ids): stack.append(ids.contains(tombstone.id))
            case .metadataKey(let key):
                stack.append(Predicate.isKept(key) ? tombstone.metadata[key] != nil : nil)
            case .metadata(let match):
                let truths = match.entries.map { entry -> Truth in
                    guard Predicate.isKept(entry.key) else { return nil }
                    return MetadataMatch(relation: match.relation, entries: [entry]).holds(tombstone.metadata)
                }
                stack.append(any(truths))
            case .interval, .comparison, .attribute, .sources, .sourceRevisions, .devices, .deviceProperty, .inWorkout,
                .inCorrelation, .correlated:
                stack.append(nil)
            }
        }
        return all(stack) != false
    }

    private static func isKept(_ key: String) -> Bool {
        sameBytes(key, MetadataKey.syncIdentifier.rawValue) || sameBytes(key, MetadataKey.syncVersion.rawValue)
    }

    private func all(_ operands: [Truth]) -> Truth {
        operands.contains(false) ? false : operands.contains(nil) ? nil : true
    }

    private func any(_ operands: [Truth]) -> Truth {
        operands.contains(true) ? true : operands.contains(nil) ? nil : false
    }
}

extension [Truth] {
    fileprivate mutating func removing(_ count: UInt32) -> [Truth] {
        defer { removeLast(Int(count)) }
        return Array(suffix(Int(count)))
    }
}
