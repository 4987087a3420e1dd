import HearthModel
import HearthStore
import HearthWire

/// A QuerySamples: the samples of the snapshot that was the newest when the call was opened.
final class QueryCall: ReadingCall {
    let lane = Lane.queries
    static let field = "query_samples"
    let credit: CreditAccount?
    private let cursor: QueryCursor

    init(_ request: QuerySamples, _ reading: Reading) throws(HearthError) {
        cursor = try reading.reader.query(request, in: reading.snapshot)
        credit = CreditAccount(reading.limits)
    }

    func endsHere() throws(HearthError) -> DoneReason? {
        guard try cursor.isAtEnd() else { return nil }
        return cursor.reachedLimit ? .limit : .complete
    }

    func step(_: Reading) throws(HearthError) -> ReadingStep {
        switch try cursor.step() {
        case .batch(let batch): .batch(.samples(batch))
        case .pause: .pause
        case .end: .end(cursor.reachedLimit ? .limit : .complete)
        }
    }
}
