internal import HearthClient
internal import HearthWire

/// The summaries that match, and then those that change.
final class ActivitySummaryFollowing {
    private let reading: ActivitySummaryReading
    private var notices: Notices.Iterator
    private var shown: [CalendarDay: HKActivitySummary]?

    init(_ reading: ActivitySummaryReading) {
        self.reading = reading
        notices = reading.notices().makeAsyncIterator()
    }

    /// The next summaries; nil at the end. A day whose samples were all deleted has a summary without activity.
    nonisolated(nonsending) func next() async throws -> [HKActivitySummary]? {
        while try await notices.next() != nil {
            let all = try await reading.summaries()
            let known = Dictionary(all.compactMap { summary in summary.day.map { ($0, summary) } }) { $1 }
            guard let before = shown else {
                shown = known
                return all
            }
            shown = known
            let emptied = before.keys.filter { known[$0] == nil }.map { ($0, HKActivitySummary(of: $0)) }
            let changed = known.filter { before[$0.key] != $0.value }.map { ($0.key, $0.value) } + emptied
            if !changed.isEmpty {
                return changed.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
        return nil
    }
}
