public import Foundation

// Beyond HealthKit, where apps only read medications: the owner's tools and imports write them here.
extension HKHealthStore {
    /// Saves a medication that the person takes from a date on.
    public func save(_ medication: HKUserAnnotatedMedication, since date: Date) async throws {
        try await save(MedicationSample(medication, SampleHead(medicationSince: date)))
    }
}
