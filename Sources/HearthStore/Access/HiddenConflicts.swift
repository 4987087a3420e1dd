package import HearthModel
internal import HearthSystem

/// Counts, for each app, the UUIDs of hidden samples for which its saves were refused. Each of them tells that the
/// sample exists; the same one again tells nothing new, and does not count again. Honest apps have none, as no app knows the
/// UUIDs of samples that it has not seen. After a few the saves of the app are refused before any UUID is looked up.
///
/// The writer counts, in the order of the writes, so that saves which are under way together learn no more. Only apps with
/// decisions of the owner get here, as others save nothing or see everything: that bounds the number of entries.
package final class HiddenConflicts: Sendable {
    private struct Conflict {
        let sample: ObjectID
        let time: Timestamp
    }

    private struct Account {
        /// At most as many as are allowed, each of another sample. The oldest first.
        var conflicts: [Conflict] = []
        var isReported = false

        /// Until when saves are refused; nil if they are not.
        func end(at time: Timestamp) -> Timestamp? {
            guard conflicts.count == Limits.hiddenConflicts, let end = conflicts.first.map(HiddenConflicts.end),
                time < end
            else { return nil }
            return end
        }
    }

    private let accounts = Guarded<[AppID: Account]>([:])

    package init() {}

    /// When a conflict no longer counts.
    private static func end(of conflict: Conflict) -> Timestamp {
        Timestamp(nanoseconds: conflict.time.nanoseconds + Limits.hiddenConflictSeconds * 1_000_000_000)
    }

    /// A save of an app was refused because of a sample that it may not see.
    func note(_ app: AppID, _ sample: ObjectID, at time: Timestamp) {
        accounts.withLock { accounts in
            var account = accounts[app] ?? Account()
            guard account.end(at: time) == nil else { return }
            account.conflicts.removeAll { time >= HiddenConflicts.end(of: $0) }
            guard !account.conflicts.contains(where: { $0.sample == sample }) else { return }
            account.conflicts.append(Conflict(sample: sample, time: time))
            account.isReported = false
            accounts[app] = account
        }
    }

    /// Throws if the saves of an app are refused at present.
    package func check(_ app: AppID, at time: @autoclosure () -> Timestamp) throws(HearthError) {
        guard !refusesSaves(of: app, at: time()) else { throw HiddenConflicts.refusal }
    }

    /// What an app whose saves are refused is answered.
    static var refusal: HearthError {
        HearthError(
            .limitExceeded,
            "Saves of the app are refused, because earlier ones had UUIDs of samples that it may not see: 'hearth access'"
                + " shows until when.",
            field: "app"
        )
    }

    /// The time is not asked for where no save was refused: each save of an app with limits gets here.
    func refusesSaves(of app: AppID, at time: @autoclosure () -> Timestamp) -> Bool {
        accounts.withLock { accounts in
            guard !accounts.isEmpty, let account = accounts[app] else { return false }
            return account.end(at: time()) != nil
        }
    }

    /// The apps whose saves are refused, and until when.
    package func saveRefusals(at time: Timestamp) -> [SaveRefusal] {
        accounts.withLock { accounts in
            accounts.compactMap { app, account in account.end(at: time).map { SaveRefusal(app, until: $0) } }
        }
        .sorted { $0.app < $1.app }
    }

    /// Whether the saves of an app are refused since this was asked last.
    package func takeReport(of app: AppID, at time: Timestamp) -> Bool {
        accounts.withLock { accounts in
            guard let account = accounts[app], !account.isReported, account.end(at: time) != nil else { return false }
            accounts[app]?.isReported = true
            return true
        }
    }

    /// The owner has allowed an app to save, or has given or taken its socket.
    package func forget(_ app: AppID) {
        accounts.withLock { $0[app] = nil }
    }
}
