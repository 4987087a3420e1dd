import HearthModel
import HearthStore

/// Reading changes from a named cursor of an app.
extension QueryChanges {
    /// The request with the anchor of its cursor, if it names a cursor and no anchor.
    func startingAtCursor(of app: AppID, in snapshot: Snapshot) -> QueryChanges {
        guard !cursor.isEmpty, anchor.isEmpty else { return self }
        var placed = self
        placed.anchor = snapshot.background.cursor(cursor, of: app)?.unsealed ?? []
        return placed
    }

    /// The commit that an app must have been notified of, because it continues from an anchor after its cursor; 0: none.
    func lastNotified(of app: AppID, in snapshot: Snapshot) -> UInt64 {
        guard !cursor.isEmpty, let own = try? Anchor(decoding: anchor, from: snapshot) else { return 0 }
        let acknowledged = snapshot.background.cursor(cursor, of: app)?.sequence ?? 0
        return own.sequence > acknowledged ? own.sequence : 0
    }
}
