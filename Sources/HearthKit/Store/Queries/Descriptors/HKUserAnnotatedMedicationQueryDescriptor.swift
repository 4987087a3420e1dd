public import Foundation
internal import HearthClient

/// Asks for the medications that the person takes.
///
/// `@unchecked Sendable`: `NSPredicate` does not declare it on Linux; its instances are immutable.
public struct HKUserAnnotatedMedicationQueryDescriptor: HKAsyncQuery, @unchecked Sendable {
    /// The predicate that the medications must match; nil: all match.
    public var predicate: NSPredicate?
    /// The most medications to return; nil: all.
    public var limit: Int?

    /// Reads medications.
    public init(predicate: NSPredicate? = nil, limit: Int? = nil) {
        self.predicate = predicate
        self.limit = limit
    }

    /// The medications.
    public func result(for healthStore: HKHealthStore) async throws -> [HKUserAnnotatedMedication] {
        do {
            return try await medications(on: healthStore.connection)
        } catch {
            throw HKError.translated(error)
        }
    }

    func medications(on connection: Connection) async throws -> [HKUserAnnotatedMedication] {
        let selection = try QuerySelection(HKObjectType.userAnnotatedMedicationType(), predicate)
        let reading = try SampleReading([selection], limit: limit ?? 0)
        return try await reading.samples(on: connection).compactMap { ($0 as? MedicationSample)?.medication }
    }
}
