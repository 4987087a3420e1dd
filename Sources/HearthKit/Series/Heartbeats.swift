internal import HearthModel

/// A heartbeat of a series.
struct Heartbeat: Hashable, Sendable {
    /// Seconds since the series' start.
    var offset: Double
    /// Whether beats are missing before it.
    var isPrecededByGap: Bool
}

extension HeartbeatColumns {
    /// The columns of one series with these beats, which must be in order.
    init(beats: [Heartbeat]) {
        self.init(
            lengths: [UInt32(clamping: beats.count)],
            offsets: beats.map(\.offset),
            gaps: beats.contains(where: \.isPrecededByGap) ? beats.map { $0.isPrecededByGap ? 1 : 0 } : []
        )
    }

    /// The beats of a series.
    func beats(_ row: Int) -> [Heartbeat] {
        guard !lengths.isEmpty else { return [] }
        let first = lengths.prefix(row).reduce(0) { $0 + Int($1) }
        return (first..<first + Int(lengths[row])).map { index in
            Heartbeat(offset: offsets[index], isPrecededByGap: !gaps.isEmpty && gaps[index] == 1)
        }
    }
}
