internal import CHearthProtocol
internal import HearthModel

extension SampleBatch: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__SampleBatch> { hearth__v1__sample_batch__init }

    init(_ message: Hearth__V1__SampleBatch, _ reader: MessageReader) throws(HearthError) {
        let all: [SampleColumns?] = try reader.knownMessages(
            message.columns,
            message.n_columns,
            "columns",
            atMost: Limits.columnsPerFrame
        )
        let known = all.map { $0 != nil }
        self.init(
            columns: all.compactMap { $0 },
            members: try reader.knownMessages(
                message.members,
                message.n_members,
                "members",
                atMost: Limits.columnsPerFrame
            ).compactMap { $0 },
            interleaving: SampleBatch.interleaving(try reader.column(message.interleaving, "interleaving"), of: known)
        )
        try validateInterleaving()
    }

    func write(to message: inout Hearth__V1__SampleBatch, _ writer: MessageWriter) {
        message.n_columns = columns.count
        message.columns = writer.messages(columns)
        message.n_members = members.count
        message.members = writer.messages(members)
        message.interleaving = writer.column(interleaving)
    }
}

extension SampleBatch {
    /// The interleaving of those columns that this version knows.
    private static func interleaving(_ interleaving: [UInt32], of known: [Bool]) -> [UInt32] {
        guard known.contains(false) else { return interleaving }
        var next: UInt32 = 0
        let indexes = known.map { isKnown -> UInt32? in
            defer { next += isKnown ? 1 : 0 }
            return isKnown ? next : nil
        }
        // An index beyond the columns stays one.
        return interleaving.compactMap { $0 < indexes.count ? indexes[Int($0)] : $0 }
    }

    /// Checks that the interleaving takes each sample of each of the columns once.
    private func validateInterleaving() throws(HearthError) {
        guard !interleaving.isEmpty || columns.count > 1 else { return }
        var taken = [Int](repeating: 0, count: columns.count)
        for (row, index) in interleaving.enumerated() {
            guard index < columns.count else {
                throw HearthError(.malformedColumn, "The index is beyond columns.", field: "interleaving[\(row)]")
            }
            taken[Int(index)] += 1
        }
        guard taken == columns.map(\.count) else {
            throw HearthError(.malformedColumn, "The indexes do not take every sample once.", field: "interleaving")
        }
    }
}
