/// A position in the change stream of one store: everything up to and including this sequence number is known.
///
/// Clients keep anchors as opaque bytes, for years and across upgrades of either side. So the bytes contain their
/// layout, the store that they belong to, and a checksum: a damaged anchor must be an error, not another position in
/// the stream.
package struct Anchor: Hashable, Sendable {
    package var storeID: ObjectID
    /// The number of the last commit that is known; 0 for none.
    package var sequence: UInt64
    /// Deletions up to this commit need not be known, because their objects were never sent.
    ///
    /// The sequence number, except in the middle of the first state: a reader from the beginning gets the stored
    /// samples, and no earlier deletions. Without this, a position in the first state could be older than the oldest
    /// known deletion, and could not be resumed.
    package var deletions: UInt64
    /// Nil if the stream has everything up to here.
    package var visibility: StreamVisibility?

    package init(
        storeID: ObjectID,
        sequence: UInt64,
        deletions: UInt64 = 0,
        visibility: StreamVisibility? = nil
    ) {
        self.storeID = storeID
        self.sequence = sequence
        self.deletions = max(sequence, deletions)
        self.visibility = visibility
    }
}

// MARK: - Use

extension Anchor {
    /// The sequence number after which a stream from this anchor continues. Throws if it cannot continue. The errors have no
    /// numbers, which would count what the app may not see.
    ///
    /// - Parameters:
    ///   - head: the store's last commit.
    ///   - oldest: the smallest sequence number after which every change is still known.
    package func resolve(
        inStore storeID: ObjectID,
        head: UInt64,
        oldest: UInt64
    ) throws(HearthError) -> UInt64 {
        guard self.storeID == storeID else {
            throw HearthError(
                .anchorOfOtherStore,
                "The anchor belongs to another store than the one that is connected:"
                    + " connect to that store, or start again without an anchor."
            )
        }
        guard deletions <= head else {
            throw HearthError(
                .anchorInFuture,
                "The anchor is newer than the store; an old file of it may have been put back: start again without an"
                    + " anchor."
            )
        }
        guard deletions >= oldest else {
            throw Anchor.expired
        }
        return sequence
    }

    /// What the stream lacks is no longer known.
    package static var expired: HearthError {
        HearthError(
            .anchorExpired,
            "Changes after the anchor are no longer known one by one: start again without an anchor."
        )
    }
}
