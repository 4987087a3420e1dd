internal import HearthModel

/// What a step of a cursor has come to.
package enum CursorStep<Batch> {
    case batch(Batch)
    /// As much was read as one turn allows, and nothing was found to hand out; there is more to read.
    case pause
    /// There is no more.
    case end
}

extension SegmentReader {
    /// Takes steps until there is a batch, or no more of them.
    func untilDone<Batch>(_ step: () throws(HearthError) -> CursorStep<Batch>) throws(HearthError) -> Batch? {
        while true {
            switch try step() {
            case .batch(let batch): return batch
            case .pause: allowance = .max
            case .end: return nil
            }
        }
    }
}
