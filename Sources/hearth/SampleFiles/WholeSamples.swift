import HearthModel

/// Collects samples that are more than a value and times. Members of correlations that have lines of their own as well
/// are saved once.
struct WholeSamples {
    /// What samples in one `SampleColumns` have in common.
    private struct Group: Hashable {
        let type: ObjectType
        let unit: Unit?
        let hasPoints: Bool
        let shape: UInt8

        init(_ columns: SampleColumns) {
            type = columns.type
            var unit: Unit?
            var hasPoints = false
            var shape: UInt8 = 0
            switch columns.payload {
            case .quantity(let quantities): (unit, hasPoints) = (quantities.unit, quantities.points != nil)
            case .route(let routes): shape = routes.shape
            default: break
            }
            (self.unit, self.hasPoints, self.shape) = (unit, hasPoints, shape)
        }
    }

    private struct Row {
        let line: Int
        let columns: SampleColumns
    }

    /// Samples with lines of their own, and members of correlations.
    private var rows: [Row] = []
    private var members: [Row] = []

    mutating func add(_ sample: WholeSample, line: Int) {
        rows.append(Row(line: line, columns: sample.columns))
        members += sample.members.map { Row(line: line, columns: $0.columns) }
    }

    /// All samples, together with those of the same lines that are only values.
    func numbered(with values: [NumberedSamples]) throws(CommandError) -> [NumberedSamples] {
        let own = values + WholeSamples.joined(rows)
        guard !members.isEmpty else { return own }
        return try WholeSamples.joined(newMembers(besides: own)) + own
    }

    /// The members that no line has, each once.
    private func newMembers(besides own: [NumberedSamples]) throws(CommandError) -> [Row] {
        let types = Set(members.map(\.columns.type))
        var known: [ObjectID: (columns: ComparableColumns, device: Device?, row: Int, line: Int)] = [:]
        for samples in own where types.contains(samples.columns.type) {
            let comparable = ComparableColumns(samples.columns)
            for (row, id) in samples.columns.ids.enumerated() {
                known[id] = (comparable, samples.columns.provenance[row]?.device, row, samples.lines[row])
            }
        }
        var new: [Row] = []
        for member in members {
            let id = member.columns.ids[0]
            let comparable = ComparableColumns(member.columns)
            let device = member.columns.provenance[0]?.device
            guard let other = known[id] else {
                known[id] = (comparable, device, 0, member.line)
                new.append(member)
                continue
            }
            guard ContentComparison(comparable, other.columns).isSame(0, other.row),
                Device.areIdentical(device, other.device)
            else {
                let place = other.line == member.line ? "twice on the line" : "also on line \(other.line)"
                throw CommandError("Line \(member.line): The UUID \(id) is \(place), with other content.")
            }
        }
        return new
    }

    private static func joined(_ rows: [Row]) -> [NumberedSamples] {
        var groups: [Group: [Row]] = [:]
        var order: [Group] = []
        for row in rows {
            let group = Group(row.columns)
            if groups[group] == nil {
                order.append(group)
            }
            groups[group, default: []].append(row)
        }
        return order.map { group in
            let rows = groups[group] ?? []
            return NumberedSamples(columns: .joined(rows.map(\.columns)), lines: rows.map(\.line))
        }
    }
}
