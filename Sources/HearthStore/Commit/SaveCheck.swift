internal import HearthModel

/// Checks, step by step, whether what was planned of a save still holds in a snapshot, and follows what has changed since
/// without making a difference. Readers do so before the commit. The commit does what is left if that is little.
final class SaveCheck {
    enum Outcome {
        /// Nothing that was decided has become wrong: `dependencies` are those in the snapshot.
        case holds
        /// The save has to be decided again.
        case fails
        /// What was prepared has to be staged before the check continues.
        case isFull
    }

    private(set) var dependencies: SaveDependencies
    private let snapshot: Snapshot
    private var compared: RowFollower
    private var removed: RowFollower
    private var segments: ArraySlice<(segment: Segment, type: ObjectType)>
    private var deletions: ArraySlice<Segment>
    private var followsMemberships = false

    init(_ dependencies: SaveDependencies, in snapshot: Snapshot, _ reader: SegmentReader) {
        self.dependencies = dependencies
        self.snapshot = snapshot
        compared = RowFollower(dependencies.compared, in: snapshot, after: dependencies.head)
        removed = RowFollower(dependencies.removed.map { LocatedRows($0) }, in: snapshot, after: dependencies.head)
        segments = dependencies.newSegments(in: snapshot)[...]
        deletions = dependencies.newDeletions(in: snapshot)[...]
        let count = dependencies.compared.count + dependencies.removed.count + segments.count + deletions.count
        reader.charge(1 + count / 8)
    }

    /// Does the next part; nil if the step has done its work before that.
    func proceed(_ reader: SegmentReader, _ options: StoreOptions) throws(HearthError) -> Outcome? {
        switch try compared.proceed(reader) {
        case nil: return nil
        case .notAll?: return .fails
        case .all?: break
        }
        switch try removed.proceed(reader) {
        case nil: return nil
        case .notAll?: return .fails
        case .all?: break
        }
        while let (segment, type) = segments.first {
            guard !reader.isExhausted else { return nil }
            reader.charge(1 + segment.count / 8)
            if try dependencies.areAffected(by: segment, of: type, in: snapshot, reader) { return .fails }
            segments.removeFirst()
        }
        while let segment = deletions.first {
            guard !reader.isExhausted else { return nil }
            reader.charge(1 + segment.count / 8)
            if try dependencies.deletesNewIDs(segment, reader) { return .fails }
            deletions.removeFirst()
        }
        if !followsMemberships {
            followsMemberships = true
            dependencies.memberships.begin(in: snapshot, reader)
        }
        switch try dependencies.memberships.proceed(in: snapshot, reader, options) {
        case nil: return nil
        case .isFull?: return .isFull
        case .done?: break
        }
        dependencies.note(snapshot.head, compared: compared.located, removed: removed.located)
        return .holds
    }
}
