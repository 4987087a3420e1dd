import HearthModel
import HearthStore

/// The calls of a connection that concern a type and whose notifications the app acknowledges, looked at once for all
/// cursors whose acknowledgements wait.
struct CallsBesideCursors {
    private let acknowledged: UInt64
    /// The commit up to which all observations have sent everything; nil: there are none.
    private var leastObserved: UInt64?
    /// The commits that the anchors of the last notices named, of observations that have notified the app of something it
    /// has not acknowledged.
    private var offered: ClosedRange<UInt64>?
    /// The two followed cursors that cover the least.
    private var least: Followed?
    private var second: Followed?

    private struct Followed {
        let cursor: ConnectionCursors.Name
        var covered: UInt64
    }

    init(
        _ type: ObjectType,
        _ progress: DeliveryProgress,
        on connection: ConnectionID,
        _ context: CursorAcknowledgements.Context
    ) {
        acknowledged = progress.acknowledged
        let newest = context.snapshot.lastChange(of: type)
        for (number, call) in context.calls.calls(on: connection) where call.isAcknowledged && call.concerns(type) {
            let position = context.positions[CallID(connection: connection, number: number)] ?? 0
            if let cursor = call.cursor {
                // Its stream resumes from there.
                let place = context.snapshot.background.cursor(named: cursor, of: context.app)?.sequence ?? 0
                note(cursor, place < call.lastNotified(of: type) ? min(position, place) : position)
                continue
            }
            leastObserved = min(leastObserved ?? position, position)
            if call.lastNotified(of: type) > acknowledged {
                let commit = min(call.lastOffered(of: type), newest)
                let known = offered ?? commit...commit
                offered = min(known.lowerBound, commit)...max(known.upperBound, commit)
            }
        }
    }

    private mutating func note(_ cursor: ConnectionCursors.Name, _ covered: UInt64) {
        let new = Followed(cursor: cursor, covered: covered)
        guard let first = least else {
            least = new
            return
        }
        if cursor == first.cursor {
            least?.covered = min(first.covered, covered)
        } else if covered < first.covered {
            (least, second) = (new, first)
        } else if covered < second?.covered ?? .max {
            second = new
        }
    }

    /// The commit up to which the type is acknowledged when a cursor has acknowledged it. `known`: what notices that came
    /// after the cursor's batch leave; nil: no batch of the cursor was sent on the connection.
    func covered(by cursor: ConnectionCursors.Name, upTo commit: UInt64, knownFromNotices known: UInt64?) -> UInt64 {
        var covered = commit
        let follower = least?.cursor == cursor ? second : least
        if let follower {
            covered = min(covered, follower.covered)
        }
        guard let leastObserved else { return covered }
        covered = min(covered, leastObserved)
        if let known {
            covered = min(covered, known)
        } else if let offered, offered != commit...commit {
            // The anchor is not that of the last notice: the batch came on an earlier connection.
            covered = min(covered, acknowledged)
        }
        return covered
    }
}
