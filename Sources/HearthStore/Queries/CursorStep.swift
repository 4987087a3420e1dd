internal import HearthModel

/// What a step of a cursor has come to.
package enum CursorStep<Batch> {
    case batch(Batch)
    /// The step has done its work and found nothing, and more is left to read.
    case pause
    /// Nothing is left.
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
