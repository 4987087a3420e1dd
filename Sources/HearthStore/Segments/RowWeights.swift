internal import HearthModel

/// How many bytes rows take in a message of the protocol, at most: what segments and batches are cut by.
struct RowWeights {
    /// What each row takes.
    let fixed: Int
    /// What rows take besides. Empty: nothing.
    private(set) var variable: [Int]
    /// What any rows of these take together, as they share it.
    private(set) var shared = 0

    /// More than this is not taken for shared: it is counted with each row that has it.
    private static let sharedMax = 16 << 10

    init(fixed: Int, variable: [Int] = []) {
        self.fixed = fixed
        self.variable = variable
    }

    /// The most rows from `start` on that stay within both limits, and at least one. What they share is not counted.
    func end(of start: Int, in rows: Int, atMost most: Int, _ bytes: Int) -> Int {
        guard !variable.isEmpty else {
            return start + max(1, min(rows - start, most, bytes / max(fixed, 1)))
        }
        var end = start
        var total = 0
        while end < rows, end - start < most {
            total += fixed + variable[end]
            guard total <= bytes || end == start else { break }
            end += 1
        }
        return end
    }

    /// What rows take beside what they share.
    func bytes(of rows: Range<Int>) -> Int {
        rows.count * fixed + (variable.isEmpty ? 0 : variable[rows].reduce(0, +))
    }

    /// Counts entries of a dictionary that rows point at; without indexes all rows have the only one.
    mutating func add(entries: [Int], indexes: [UInt32]) {
        let sum = entries.reduce(0, +)
        guard sum > RowWeights.sharedMax, !indexes.isEmpty else {
            shared += sum
            return
        }
        add(indexes.map { entries[Int($0)] })
    }

    /// Counts something that each row has by itself.
    mutating func add(_ weights: [Int]) {
        variable = variable.isEmpty ? weights : zip(variable, weights).map { $0 + $1 }
    }
}

extension SegmentRows {
    /// Without what is not in segments: provenances and the members of correlations.
    var weights: RowWeights {
        // UUID, two times, and two indexes.
        var fixed = 16 + 8 + 8 + 4 + 4
        var variable: [Int] = []
        switch samples.payload {
        case .quantity(let columns):
            let optional = [
                columns.counts.isEmpty, columns.minimums.isEmpty, columns.maximums.isEmpty,
                columns.mostRecents.isEmpty, columns.mostRecentStarts.isEmpty, columns.mostRecentEnds.isEmpty,
            ]
            fixed += 8 + 8 * optional.filter { !$0 }.count
            if let points = columns.points {
                variable = points.lengths.map { 4 + Int($0) * 24 }
            }
        case .category:
            fixed += 8
        case .correlation(let columns):
            variable = columns.lengths.map { 4 + Int($0) * 16 }
        case .workout(let columns):
            fixed += 12
            variable = columns.details.map(\.weight)
        case .route(let columns):
            fixed += 8
            variable = columns.lengths.map { 4 + Int($0) * 80 }
        case .heartbeat(let columns):
            fixed += 8
            variable = columns.lengths.map { 4 + Int($0) * 9 }
        }
        var weights = RowWeights(fixed: fixed, variable: variable)
        weights.add(entries: samples.metadata.entries.map(\.weight), indexes: samples.metadata.indexes)
        return weights
    }
}

extension DeletionRows {
    var weights: RowWeights {
        // UUID, time, and two indexes.
        var weights = RowWeights(fixed: 16 + 8 + 4 + 4)
        weights.add(entries: metadata.entries.map(\.weight), indexes: metadata.indexes)
        return weights
    }
}

extension Metadata {
    /// Bytes in a message, at most.
    fileprivate var weight: Int {
        entries.reduce(8) { total, entry in
            switch entry.value {
            case .string(let text): total + 16 + entry.key.utf8.count + text.utf8.count
            case .quantity(let quantity): total + 32 + entry.key.utf8.count + quantity.unit.text.utf8.count
            case .integer, .double, .boolean, .date: total + 24 + entry.key.utf8.count
            }
        }
    }
}

extension WorkoutDetail {
    /// Bytes in a message, at most.
    fileprivate var weight: Int {
        64 + events.reduce(0) { $0 + 40 + $1.metadata.weight } + statistics.reduce(0) { $0 + $1.weight }
            + activities.reduce(0) { total, activity in
                total + 96 + activity.metadata.weight + activity.statistics.reduce(0) { $0 + $1.weight }
            }
    }
}

extension WorkoutStatistics {
    fileprivate var weight: Int { 128 + type.identifier.utf8.count }
}
