import HearthModel
import HearthStore

/// Counts what apps read, save and delete, for the owner. It keeps no values.
///
///     count -> AccessAccount -> collect -> counts -> take -> writer -> didStore
///
/// Nothing waits for it: what was counted is stored within `storingNanoseconds`, with the writes that there are then, and when
/// the server stops. A crash loses what was counted since.
struct AccessCounter {
    private var accounts: [AppID: AccessAccount] = [:]
    /// All that was counted, without what the accounts have.
    private var counts: AccessCounts
    /// What of it is not stored as it is.
    private var changed: Set<AccessCounts.Row> = []
    /// What the writer has of it. The writer is given whole rows, so that rows of a commit with unknown outcome can be
    /// written again.
    private var underWay: Set<AccessCounts.Row>?
    /// The day of what the accounts have, and the moments of it.
    private var day: Day
    private var moments: Range<Timestamp>
    /// When what was counted is to be stored; nil: nothing was.
    private var due: Int64?

    static let storingNanoseconds: Int64 = 60_000_000_000
    /// At this number, accounts without connections are forgotten.
    private var accountsMax = 4_096

    init(_ stored: AccessCounts, _ time: ServerTime) {
        counts = stored
        day = Day(of: time.date)
        moments = day.moments
    }

    /// When what was counted is to be stored; nil: nothing is due.
    var deadline: Int64? { underWay == nil ? due : nil }

    // MARK: - Accounts

    /// The account of an app, to which its connections refer.
    mutating func account(of app: AppID, _ access: AccessTable) -> AccessAccount {
        if let known = accounts[app] { return known }
        if accounts.count >= accountsMax {
            collect(access)
            accountsMax = max(accountsMax, 2 * accounts.count)
        }
        let made = AccessAccount(app)
        accounts[app] = made
        return made
    }

    /// Takes what the accounts have, and forgets those of apps without connections: names can be invented.
    private mutating func collect(_ access: AccessTable) {
        for app in Array(accounts.keys) {
            guard var account = accounts.removeValue(forKey: app) else { continue }
            changed.formUnion(account.move(to: &counts, on: day, hasSocket: access.contains))
            if !isKnownUniquelyReferenced(&account) {
                accounts[app] = account
            }
        }
    }

    // MARK: - Counting

    mutating func count(
        _ samples: SampleCounts,
        _ kind: AccessAccount.Kind,
        by account: AccessAccount,
        at time: ServerTime
    ) {
        guard !samples.isEmpty else { return }
        account.add(samples, kind, at: time.date)
        noteCounted(at: time)
    }

    /// Something was counted, here or by a feed.
    mutating func noteCounted(at time: ServerTime) {
        if due == nil {
            due = time.nanoseconds + AccessCounter.storingNanoseconds
        }
    }

    /// Whether what is counted now is of another day than what the accounts have.
    func hasDayChanged(at date: Timestamp) -> Bool { !moments.contains(date) }

    /// A new day begins. What feeds have counted must be in the accounts.
    mutating func begin(_ day: Day, _ access: AccessTable) {
        collect(access)
        counts.forgetOld()
        self.day = day
        moments = day.moments
    }

    // MARK: - Storing

    /// What is to be stored now; nil: nothing, or the writer still has what was taken before. What feeds have counted must be
    /// in the accounts.
    mutating func take(_ access: AccessTable) -> AccessCounts? {
        guard underWay == nil else { return nil }
        collect(access)
        due = nil
        guard !changed.isEmpty else { return nil }
        defer { changed = [] }
        underWay = changed
        return counts.selecting(changed)
    }

    /// What was taken is stored, or could not be: then it is tried again later.
    mutating func didStore(_ isStored: Bool, at time: ServerTime) {
        guard let taken = underWay else { return }
        underWay = nil
        guard !isStored else { return }
        changed.formUnion(taken)
        noteCounted(at: time)
    }

    /// All that was counted, stored or not. What feeds have counted must be in the accounts.
    mutating func all(_ access: AccessTable) -> AccessCounts {
        collect(access)
        return counts
    }
}
