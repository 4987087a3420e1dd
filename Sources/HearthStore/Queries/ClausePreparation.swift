package import HearthModel

/// Clauses whose predicates are prepared for a snapshot, in steps: they may ask for the samples of many workouts, or name
/// thousands of apps. Whatever reads by them takes them then.
package final class ClausePreparation {
    let clauses: [Clause]
    private let context: PredicateContext
    private var underWay: PredicatePreparation?
    /// Of the clauses in their order, as far as they are prepared.
    private(set) var predicates: [PreparedPredicate] = []
    /// The same without regard to what the reader may see.
    private(set) var asked: [PreparedPredicate] = []

    init(_ clauses: [Clause], in snapshot: Snapshot, _ reader: SegmentReader) {
        self.clauses = clauses
        context = PredicateContext(snapshot: snapshot, reader: reader)
    }

    /// The memory of what was looked up in the store.
    package var held: ReadingMemory { context.held }

    var members: [MemberSet] { context.sets }

    /// Prepares with the work of `rows` rows; true: that was all.
    package func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> Bool {
        context.reader = reader.beginStep(rows: rows)
        while predicates.count < clauses.count {
            let clause = clauses[predicates.count]
            var preparation = underWay ?? PredicatePreparation(clause.predicate, of: clause.type)
            guard let prepared = try locating("clauses[\(predicates.count)]", preparation.proceed(context)) else {
                underWay = preparation
                return false
            }
            underWay = nil
            asked.append(prepared)
            predicates.append(prepared.visible(of: clause.type, in: context.snapshot))
        }
        return true
    }
}
