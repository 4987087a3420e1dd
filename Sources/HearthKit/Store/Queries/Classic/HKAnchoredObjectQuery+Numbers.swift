public import Foundation

extension HKAnchoredObjectQuery {
    /// Reads the changes to samples of a type since a number, `HKAnchoredObjectQueryNoAnchor` for the beginning. The
    /// former form: a number represents an anchor only while the program runs, and afterwards the beginning.
    @available(*, deprecated, message: "Use an HKQueryAnchor.")
    @preconcurrency
    public convenience init(
        type: HKSampleType,
        predicate: NSPredicate?,
        anchor: Int,
        limit: Int,
        completionHandler handler: @escaping @Sendable (HKAnchoredObjectQuery, [HKSample]?, Int, (any Error)?) -> Void
    ) {
        self.init(
            type: type,
            predicate: predicate,
            anchor: HKQueryAnchor(fromValue: anchor),
            limit: limit,
            resultsHandler: { query, samples, _, newAnchor, error in
                handler(query, samples, newAnchor.map { NumberedAnchors.number(of: $0.encoded) } ?? anchor, error)
            }
        )
    }
}
