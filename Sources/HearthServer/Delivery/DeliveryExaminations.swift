import HearthModel
import HearthStore

/// What is known of changes that an app with limits may see. The directory of a snapshot rules changes out; whether there are
/// some, readers find out.
///
///     hasChanged -> nil, and an effect -> didExamine -> hasChanged
struct DeliveryExaminations {
    private struct Entry {
        let examination: DeliveryExamination
        /// What the app had acknowledged.
        let acknowledged: UInt64
        /// Nil while it is under way.
        var result: Result?
    }

    private struct Result {
        let hasChanged: Bool
        /// The commit up to which changes were sought.
        let end: UInt64
    }

    private var entries: [ObjectType: Entry] = [:]

    var isEmpty: Bool { entries.isEmpty }

    private enum Knowledge {
        /// The directory of the snapshot tells it.
        case certain(Bool)
        /// Readers have found it out.
        case found(Bool)
        case underWay
        /// Nothing is known of the changes after a commit.
        case unknown(after: UInt64)
    }

    /// Whether samples of a type that an app may see have changed since it has acknowledged a commit. Nil if that is not known
    /// yet. `snapshot`: as the app sees it.
    mutating func hasChanged(
        _ type: ObjectType,
        of app: AppID,
        after acknowledged: UInt64,
        in snapshot: Snapshot,
        _ effects: inout [DeliveryEffect]
    ) -> Bool? {
        switch knowledge(of: type, after: acknowledged, in: snapshot) {
        case .certain(let hasChanged):
            entries[type] = nil
            return hasChanged
        case .found(let hasChanged): return hasChanged
        case .underWay: return nil
        case .unknown(let position):
            guard let view = snapshot.view else { return nil }
            let examination = DeliveryExamination(app: app, type: type, position: position, view: view)
            entries[type] = Entry(examination: examination, acknowledged: acknowledged)
            effects.append(.examine(examination))
            return nil
        }
    }

    /// Whether such changes are known of. Nothing is examined for this.
    func isKnownToHaveChanged(_ type: ObjectType, after acknowledged: UInt64, in snapshot: Snapshot) -> Bool {
        switch knowledge(of: type, after: acknowledged, in: snapshot) {
        case .certain(let hasChanged), .found(let hasChanged): hasChanged
        case .underWay, .unknown: false
        }
    }

    private func knowledge(of type: ObjectType, after acknowledged: UInt64, in snapshot: Snapshot) -> Knowledge {
        let mayHaveChanged = snapshot.mayHaveChanged(type, after: acknowledged)
        guard mayHaveChanged, let view = snapshot.view, !view.isWhole(type) else { return .certain(mayHaveChanged) }
        guard let last = entries[type], last.examination.view == view, last.acknowledged <= acknowledged else {
            return .unknown(after: acknowledged)
        }
        guard let result = last.result else { return .underWay }
        if result.hasChanged {
            return last.acknowledged == acknowledged ? .found(true) : .unknown(after: acknowledged)
        }
        let position = max(acknowledged, result.end)
        return snapshot.mayHaveChanged(type, after: position) ? .unknown(after: position) : .found(false)
    }

    /// An examination has ended. `end`: the commit up to which changes were sought.
    mutating func didExamine(_ examination: DeliveryExamination, hasChanged: Bool, upTo end: UInt64) {
        if let entry = entries[examination.type], entry.examination == examination {
            entries[examination.type]?.result = Result(hasChanged: hasChanged, end: end)
        }
    }

    /// Forgets what is known of other types.
    mutating func keep(_ types: Set<ObjectType>) {
        entries = entries.filter { types.contains($0.key) }
    }
}
