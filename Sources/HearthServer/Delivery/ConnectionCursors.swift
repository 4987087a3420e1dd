import HearthModel

/// How far the cursors of a connection are, on a connection that may also observe the same types.
///
/// An acknowledgement that names a cursor means what the app had received when it sent it. That covers no notice that the
/// server has sent after the cursor's batch, or has yet to send.
struct ConnectionCursors {
    /// A cursor by the bytes of its name.
    typealias Name = [UInt8]

    private var places: [Name: Place] = [:]
    /// Acknowledged commits of types that other calls have yet to reach.
    private var waiting: [ObjectType: [Name: UInt64]] = [:]

    private struct Place {
        /// The commit of the last batch with changes.
        var last: UInt64
        var overtaken: [ObjectType: [Overtaking]] = [:]
    }

    /// A notice that was sent after the batches up to a commit. Their acknowledgement covers only what the observation had
    /// reported before.
    private struct Overtaking {
        var commit: UInt64
        let covered: UInt64
    }

    /// The most notices of a type that are recorded separately.
    private static let overtakingsMax = 16

    var isWaiting: Bool { !waiting.isEmpty }

    /// A batch of a cursor was sent. `restarts`: a call that follows nothing has sent it, in answer to a request that came
    /// after all notices so far.
    mutating func didSend(_ sent: CursorPlace, restarts: Bool) {
        let (cursor, commit) = (sent.cursor, sent.commit)
        guard places.keys.contains(cursor) || places.count < Limits.cursors else { return }
        var place = places[cursor] ?? Place(last: commit)
        place.last = max(place.last, commit)
        if restarts {
            for type in place.overtaken.keys {
                place.overtaken[type]?.removeAll { $0.commit <= commit }
            }
        }
        places[cursor] = place
    }

    /// A notice of a type is sent by an observation that had reported everything up to a commit.
    mutating func didNotify(_ type: ObjectType, reportedUpTo: UInt64, acknowledged: UInt64) {
        for name in places.keys {
            guard let last = places[name]?.last, last > max(reportedUpTo, acknowledged) else { continue }
            var overtakings = places[name]?.overtaken[type] ?? []
            overtakings.removeAll { $0.commit <= acknowledged }
            // What was covered only grows: the first notice after a batch decides.
            guard overtakings.last?.commit != last else { continue }
            overtakings.append(Overtaking(commit: last, covered: reportedUpTo))
            if overtakings.count > ConnectionCursors.overtakingsMax {
                overtakings[0].commit = overtakings[1].commit
                overtakings.remove(at: 1)
            }
            places[name]?.overtaken[type] = overtakings
        }
    }

    /// What the acknowledgement of a commit by a cursor covers of a type, as far as notices are concerned; nil: no batch of
    /// the cursor was sent here.
    func covered(_ type: ObjectType, by cursor: Name, upTo commit: UInt64) -> UInt64? {
        guard let place = places[cursor] else { return nil }
        let overtaking = place.overtaken[type]?.first { $0.commit >= commit }
        return min(commit, overtaking?.covered ?? commit)
    }

    // MARK: - Acknowledgements that wait

    /// At most as many cursors wait as an app may have. Beyond that, as some were forgotten, the one with the earliest
    /// commit is dropped: its changes are delivered again.
    mutating func wait(_ type: ObjectType, for cursor: Name, upTo commit: UInt64) {
        var commits = waiting[type] ?? [:]
        commits[cursor] = max(commits[cursor] ?? 0, commit)
        if commits.count > Limits.cursors, let least = commits.min(by: { $0.value < $1.value }) {
            commits[least.key] = nil
        }
        waiting[type] = commits
    }

    func waiting(_ type: ObjectType) -> [Name: UInt64] { waiting[type] ?? [:] }

    /// A type is acknowledged up to a commit, or no longer of interest.
    mutating func settle(_ type: ObjectType, upTo commit: UInt64) {
        waiting[type] = waiting[type]?.filter { $0.value > commit }
        if waiting[type]?.isEmpty == true {
            waiting[type] = nil
        }
    }

    /// Drops what waits for types that are not registered.
    mutating func keepWaiting(_ registered: Set<ObjectType>) {
        waiting = waiting.filter { registered.contains($0.key) }
    }
}

/// The last batch of a cursor.
struct CursorPlace {
    let cursor: ConnectionCursors.Name
    let commit: UInt64
}
