public import Foundation
internal import HearthClient
internal import HearthModel

/// Asks once for correlations whose members match.
///
/// `@unchecked Sendable`: as its superclass; the class is immutable.
open class HKCorrelationQuery: HKQuery, @unchecked Sendable {
    /// Called with the correlations, or with an error.
    public typealias CompletionHandler = @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void

    /// The type of the correlations.
    open private(set) var correlationType: HKCorrelationType
    /// The predicates for members, by type: a correlation needs a matching member of each type.
    open private(set) var samplePredicates: [HKSampleType: NSPredicate]?
    private let completionHandler: CompletionHandler

    /// Reads correlations of a type.
    @preconcurrency
    public init(
        type correlationType: HKCorrelationType,
        predicate: NSPredicate?,
        samplePredicates: [HKSampleType: NSPredicate]?,
        completion: @escaping CompletionHandler
    ) {
        self.correlationType = correlationType
        self.samplePredicates = samplePredicates
        completionHandler = completion
        super.init(objectType: correlationType, predicate: predicate)
    }

    override func answer(_ connection: Connection, _: ObserverNotices) async {
        do {
            try checkMembers()
            let selections = [try QuerySelection(correlationType, predicate)]
            let all = try await SampleReading(selections).samples(on: connection).of(HKCorrelation.self)
            let found = all.filter(matchesMembers)
            handle { completionHandler(self, found, nil) }
        } catch {
            handle { completionHandler(self, nil, HKError.translated(error)) }
        }
    }

    /// The server sends members only with their correlation, so the client tests them.
    private func checkMembers() throws(HearthError) {
        for (type, predicate) in samplePredicates ?? [:] {
            let condition = Condition(predicate)
            guard !condition.asksForAssociations else {
                throw HearthError(
                    .malformedPredicate,
                    "A predicate on the members of correlations asks what belongs to a workout or a correlation, which"
                        + " only the store knows."
                )
            }
            try condition.validate(for: type.type)
        }
    }

    private func matchesMembers(_ correlation: HKCorrelation) -> Bool {
        (samplePredicates ?? [:]).allSatisfy { type, predicate in
            correlation.objects(for: type).contains { predicate.evaluate(with: $0) }
        }
    }
}
