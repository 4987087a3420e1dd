internal import Foundation
internal import HearthModel

/// The sample in which the store keeps a medication that a person takes. HealthKit's object is not one of its samples.
///
/// `@unchecked Sendable`: as its superclass.
final class MedicationSample: HKSample, RecordSample, @unchecked Sendable {
    let record: Record
    var series: RecordSeries { .none }

    init(_ head: SampleHead, _ record: Record) {
        self.record = record
        super.init(head)
    }

    convenience init(_ medication: HKUserAnnotatedMedication, _ head: SampleHead) {
        let concept = medication.medication
        let codings = concept.relatedCodings.sorted { ($0.system, $0.code) < ($1.system, $1.code) }
        var record = Record()
        record.set(.medication, concept.identifier.name)
        record.set(.nickname, medication.nickname)
        record.set(.archived, medication.isArchived ? 1 : 0 as Int64)
        record.set(.hasSchedule, medication.hasSchedule ? 1 : 0 as Int64)
        record.set(.displayText, concept.displayText)
        record.set(.generalForm, concept.generalForm.rawValue)
        record.set(.codingSystems, codings.map(\.system))
        record.set(.codingCodes, codings.map(\.code))
        record.set(.codingVersions, codings.map { $0.version ?? "" })
        self.init(head, record)
    }

    /// The sample in an archive; nil: the archive holds something else.
    required init?(coder: NSCoder) {
        guard let sample = coder.decodeSample(of: Self.self) else { return nil }
        record = sample.record
        super.init(SampleHead(sample))
    }

    var medication: HKUserAnnotatedMedication {
        let (systems, codes, versions) = (
            record.texts(.codingSystems), record.texts(.codingCodes), record.texts(.codingVersions)
        )
        let codings = zip(systems, codes).enumerated().map { index, coding in
            let version = index < versions.count && !versions[index].isEmpty ? versions[index] : nil
            return HKClinicalCoding(system: coding.0, version: version, code: coding.1)
        }
        return HKUserAnnotatedMedication(
            HKMedicationConcept(
                HKHealthConceptIdentifier(domain: .medication, record.text(.medication) ?? ""),
                record.text(.displayText) ?? "",
                HKMedicationGeneralForm(
                    rawValue: record.text(.generalForm) ?? HKMedicationGeneralForm.unknown.rawValue
                ),
                Set(codings)
            ),
            record.text(.nickname),
            record.integer(.archived) == 1,
            record.integer(.hasSchedule) == 1
        )
    }
}
