internal import CHearthProtocol
internal import HearthModel

extension MessageReader {
    /// The clauses of a request.
    func clauses(
        _ pointers: MessageList<Hearth__V1__Clause>,
        _ count: Int
    ) throws(HearthError) -> [Clause] {
        try messages(pointers, count, "clauses", atMost: Int(Limits.standard.clauses))
    }

    /// Samples that an app saves.
    func newSamples(
        _ pointers: MessageList<Hearth__V1__SampleColumns>,
        _ count: Int,
        _ field: String
    ) throws(HearthError) -> [SampleColumns] {
        let columns: [SampleColumns] = try messages(pointers, count, field, atMost: Limits.columnsPerFrame)
        // By index, and without a closure: anything else would copy the columns.
        for index in columns.indices {
            do throws(HearthError) {
                try columns[index].validateForSaving()
            } catch {
                throw error.within("\(field)[\(index)]")
            }
        }
        return columns
    }
}
