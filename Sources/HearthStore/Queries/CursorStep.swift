internal import HearthModel

/// What a step of a cursor has come to.
package enum CursorStep<Batch> {
    case batch(Batch)
    /// The step has done its work and found nothing, and more is left to read.
    case pause
    /// Nothing is left.
    case end
}

extension CursorStep {
    /// Takes steps, however much they read, until there is a batch; nil: nothing is left.
    static func untilBatch(
        _ reader: SegmentReader,
        _ step: () throws(HearthError) -> CursorStep
    ) throws(HearthError) -> Batch? {
        while true {
            switch try step() {
            case .batch(let batch): return batch
            case .pause: reader.beginStep(rows: .max)
            case .end: return nil
            }
        }
    }
}
