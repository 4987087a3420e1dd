/// Until when the saves of an app are refused, because they had UUIDs of samples that it may not see.
package struct SaveRefusal: Hashable, Sendable {
    package var app: AppID
    package var until: Timestamp

    package init(_ app: AppID, until: Timestamp) {
        self.app = app
        self.until = until
    }

    /// When the app tried the first of these UUIDs.
    package var since: Timestamp {
        Timestamp(nanoseconds: until.nanoseconds &- Limits.hiddenConflictSeconds * 1_000_000_000)
    }
}
