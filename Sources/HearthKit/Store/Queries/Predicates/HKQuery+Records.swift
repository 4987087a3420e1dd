public import Foundation
internal import HearthModel

// Predicates on samples of kinds with a few values.
extension HKQuery {
    // MARK: - Electrocardiograms

    /// The electrocardiograms that show something.
    public class func predicateForElectrocardiograms(
        classification: HKElectrocardiogram.Classification
    ) -> NSPredicate {
        StorePredicate(.compare(.classification, .integers([Int64(classification.rawValue)])))
    }

    /// The electrocardiograms of persons with or without symptoms.
    public class func predicateForElectrocardiograms(
        symptomsStatus: HKElectrocardiogram.SymptomsStatus
    ) -> NSPredicate {
        StorePredicate(.compare(.symptomsStatus, .integers([Int64(symptomsStatus.rawValue)])))
    }

    /// The samples of symptoms that belong to an electrocardiogram.
    public class func predicateForObjectsAssociated(electrocardiogram: HKElectrocardiogram) -> NSPredicate {
        StorePredicate(.anyOf(electrocardiogram.record.ids(.symptoms)) { .ids($0) })
    }

    // MARK: - Clinical records

    /// The clinical records with a type of FHIR resource.
    public class func predicateForClinicalRecords(
        withFHIRResourceType resourceType: HKFHIRResourceType
    ) -> NSPredicate {
        StorePredicate(.compare(.fhirResourceType, .texts([resourceType.rawValue])))
    }

    /// The clinical record from a source with a type and an identifier of its FHIR resource.
    public class func predicateForClinicalRecords(
        from source: HKSource,
        fhirResourceType resourceType: HKFHIRResourceType,
        identifier: String
    ) -> NSPredicate {
        StorePredicate(all: [
            .sources([source]),
            .compare(.fhirResourceType, .texts([resourceType.rawValue])),
            .compare(.fhirIdentifier, .texts([identifier])),
        ])
    }

    // MARK: - States of mind

    /// The states of mind that are about a moment, or about a day.
    public class func predicateForStatesOfMind(with kind: HKStateOfMind.Kind) -> NSPredicate {
        StorePredicate(.compare(.mindKind, .integers([Int64(kind.rawValue)])))
    }

    /// The states of mind with a label.
    public class func predicateForStatesOfMind(with label: HKStateOfMind.Label) -> NSPredicate {
        StorePredicate(.compare(.labels, .integers([Int64(label.rawValue)])))
    }

    /// The states of mind with an association.
    public class func predicateForStatesOfMind(with association: HKStateOfMind.Association) -> NSPredicate {
        StorePredicate(.compare(.associations, .integers([Int64(association.rawValue)])))
    }

    /// The states of mind whose valence has a relation to another.
    public class func predicateForStatesOfMind(
        withValence valence: Double,
        operatorType: ComparisonOperator.Operator
    ) -> NSPredicate {
        StorePredicate(.compare(.valence, Relation(given: operatorType), .numbers([valence])))
    }

    // MARK: - Medications

    /// The doses with a status.
    public class func predicateForMedicationDoseEvent(status: HKMedicationDoseEvent.LogStatus) -> NSPredicate {
        predicateForMedicationDoseEvent(statuses: [status])
    }

    /// The doses with one of these statuses.
    public class func predicateForMedicationDoseEvent(
        statuses: Set<HKMedicationDoseEvent.LogStatus>
    ) -> NSPredicate {
        anyValue(.logStatus, statuses.map { Int64($0.rawValue) }.sorted()) { .integers($0) }
    }

    /// The doses that were planned for a time.
    public class func predicateForMedicationDoseEvent(scheduledDate: Date) -> NSPredicate {
        predicateForMedicationDoseEvent(scheduledDates: [scheduledDate])
    }

    /// The doses that were planned for one of these times.
    public class func predicateForMedicationDoseEvent(scheduledDates: Set<Date>) -> NSPredicate {
        anyValue(.scheduledDate, scheduledDates.map { Timestamp(clamping: $0).nanoseconds }.sorted()) { .integers($0) }
    }

    /// The doses that were planned from one time to another; nil: without a beginning, or without an end.
    public class func predicateForMedicationDoseEvent(scheduledStart: Date?, end: Date?) -> NSPredicate {
        let bounds: [(Relation, Date?)] = [(.greaterOrEqual, scheduledStart), (.less, end)]
        return StorePredicate(
            all: bounds.compactMap { relation, date in
                date.map { .compare(.scheduledDate, relation, .integers([Timestamp(clamping: $0).nanoseconds])) }
            }
        )
    }

    /// The doses of a medication.
    public class func predicateForMedicationDoseEvent(
        medicationConceptIdentifier: HKHealthConceptIdentifier
    ) -> NSPredicate {
        predicateForMedicationDoseEvent(medicationConceptIdentifiers: [medicationConceptIdentifier])
    }

    /// The doses of one of these medications.
    public class func predicateForMedicationDoseEvent(
        medicationConceptIdentifiers: Set<HKHealthConceptIdentifier>
    ) -> NSPredicate {
        anyValue(.medication, medicationConceptIdentifiers.map(\.name).sorted()) { .texts($0) }
    }

    /// The medications that the person has put away, or those that the person has not.
    public class func predicateForUserAnnotatedMedications(isArchived: Bool) -> NSPredicate {
        StorePredicate(.compare(.archived, .integers([isArchived ? 1 : 0])))
    }

    /// The medications that the person takes by a schedule, or those without one.
    public class func predicateForUserAnnotatedMedications(hasSchedule: Bool) -> NSPredicate {
        StorePredicate(.compare(.hasSchedule, .integers([hasSchedule ? 1 : 0])))
    }

    /// The samples with one of these values: in as many terms as their number needs.
    private class func anyValue<Value>(
        _ name: AttributeName,
        _ values: [Value],
        _ operands: ([Value]) -> AttributeValue
    ) -> NSPredicate {
        let starts = stride(from: 0, to: values.count, by: Limits.attributeOperands)
        return StorePredicate(
            .any(
                starts.map { start in
                    .compare(name, operands(Array(values[start..<min(start + Limits.attributeOperands, values.count)])))
                }
            )
        )
    }
}
