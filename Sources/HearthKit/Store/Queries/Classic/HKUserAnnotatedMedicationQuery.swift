public import Foundation
internal import HearthClient

/// Asks once for the medications that the person takes.
///
/// `@unchecked Sendable`: as its superclass; the class is immutable.
open class HKUserAnnotatedMedicationQuery: HKQuery, @unchecked Sendable {
    /// Called with each medication; without one when there are no more, and whether that is so; or with an error.
    public typealias ResultsHandler =
        @Sendable (HKUserAnnotatedMedicationQuery, HKUserAnnotatedMedication?, Bool, (any Error)?) -> Void

    private let descriptor: HKUserAnnotatedMedicationQueryDescriptor
    private let resultsHandler: ResultsHandler

    /// Reads medications.
    @preconcurrency
    public init(predicate: NSPredicate?, limit: Int, resultsHandler: @escaping ResultsHandler) {
        descriptor = HKUserAnnotatedMedicationQueryDescriptor(predicate: predicate, limit: limit)
        self.resultsHandler = resultsHandler
        super.init(objectType: HKObjectType.userAnnotatedMedicationType(), predicate: predicate)
    }

    override func answer(_ connection: Connection, _: ObserverNotices) async {
        do {
            for medication in try await descriptor.medications(on: connection) {
                handle { resultsHandler(self, medication, false, nil) }
            }
            handle { resultsHandler(self, nil, true, nil) }
        } catch {
            handle { resultsHandler(self, nil, true, HKError.translated(error)) }
        }
    }
}
