package import HearthModel
internal import HearthSystem

/// Counts, for each app, the saves that were refused because of the UUID of a sample that is hidden from the app. Each of
/// them tells that the sample exists. Honest apps have none, as no app knows the UUIDs of samples that it has not seen. After
/// a few the saves of the app are refused before any UUID is looked up.
///
/// The writer counts, in the order of the writes, so that saves which are under way together learn no more. Only apps with
/// decisions of the owner get here, as others save nothing or see everything: that bounds the number of entries.
package final class HiddenConflicts: Sendable {
    private struct Account {
        /// When the last saves were refused, at most as many as are allowed. The oldest first.
        var times: [Timestamp] = []
        var isReported = false

        /// Until when saves are refused; nil if they are not.
        func end(at time: Timestamp) -> Timestamp? {
            guard times.count == Limits.hiddenConflicts, let end = times.first.map(HiddenConflicts.end), time < end
            else { return nil }
            return end
        }
    }

    private let accounts = Guarded<[AppID: Account]>([:])

    package init() {}

    /// When a refused save no longer counts.
    private static func end(of time: Timestamp) -> Timestamp {
        Timestamp(nanoseconds: time.nanoseconds + Limits.hiddenConflictSeconds * 1_000_000_000)
    }

    /// A save of an app was refused because of a sample that it may not see.
    func note(_ app: AppID, at time: Timestamp) {
        accounts.withLock { accounts in
            var account = accounts[app] ?? Account()
            guard account.end(at: time) == nil else { return }
            account.times = account.times.filter { time < HiddenConflicts.end(of: $0) } + [time]
            account.isReported = false
            accounts[app] = account
        }
    }

    /// Throws if the saves of an app are refused at present.
    package func check(_ app: AppID, at time: @autoclosure () -> Timestamp) throws(HearthError) {
        guard isLimited(app, at: time()) else { return }
        throw HearthError(
            .limitExceeded,
            "Saves of the app are refused for a day, as they had UUIDs of samples that it may not see: 'hearth access' shows"
                + " until when."
        )
    }

    /// The time is not asked for where no save was refused: each save of an app with limits gets here.
    func isLimited(_ app: AppID, at time: @autoclosure () -> Timestamp) -> Bool {
        accounts.withLock { accounts in
            guard !accounts.isEmpty, let account = accounts[app] else { return false }
            return account.end(at: time()) != nil
        }
    }

    /// The apps whose saves are refused, and until when.
    package func limitedApps(at time: Timestamp) -> [LimitedApp] {
        accounts.withLock { accounts in
            accounts.compactMap { app, account in account.end(at: time).map { LimitedApp(app, until: $0) } }
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

    /// The owner has decided about an app.
    package func forget(_ app: AppID) {
        accounts.withLock { $0[app] = nil }
    }
}
