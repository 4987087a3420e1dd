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

    /// Whether samples of a type that an app may see have changed since it has acknowledged a commit. Nil if that is not known
    /// yet. `snapshot`: as the app sees it.
    mutating func hasChanged(
        _ type: ObjectType,
        of app: AppID,
        after acknowledged: UInt64,
        in snapshot: Snapshot,
        _ effects: inout [DeliveryEffect]
    ) -> Bool? {
        guard snapshot.mayHaveChanged(type, after: acknowledged), let view = snapshot.view, !view.isWhole(type) else {
            entries[type] = nil
            return snapshot.mayHaveChanged(type, after: acknowledged)
        }
        var position = acknowledged
        if let last = entries[type], last.examination.view == view, last.acknowledged <= acknowledged {
            guard let result = last.result else { return nil }
            if !result.hasChanged {
                position = max(acknowledged, result.end)
                guard snapshot.mayHaveChanged(type, after: position) else { return false }
            } else if last.acknowledged == acknowledged {
                return true
            }
        }
        let examination = DeliveryExamination(app: app, type: type, position: position, view: view)
        entries[type] = Entry(examination: examination, acknowledged: acknowledged)
        effects.append(.examine(examination))
        return nil
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
