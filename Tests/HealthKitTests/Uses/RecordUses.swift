import Foundation
import HealthKit

func useElectrocardiogram(_ sample: HKElectrocardiogram, _ store: HKHealthStore) async throws {
    // HKElectrocardiogram.numberOfVoltageMeasurements
    let _: Int = sample.numberOfVoltageMeasurements
    // HKElectrocardiogram.samplingFrequency
    let _: HKQuantity? = sample.samplingFrequency
    // HKElectrocardiogram.classification
    let _: HKElectrocardiogram.Classification = sample.classification
    // HKElectrocardiogram.Classification
    let _: [HKElectrocardiogram.Classification] = [.notSet, .sinusRhythm, .atrialFibrillation, .inconclusiveOther]
    // HKElectrocardiogram.averageHeartRate
    let _: HKQuantity? = sample.averageHeartRate
    // HKElectrocardiogram.symptomsStatus
    let _: HKElectrocardiogram.SymptomsStatus = sample.symptomsStatus
    // HKElectrocardiogram.SymptomsStatus
    let _: [HKElectrocardiogram.SymptomsStatus] = [.notSet, .none, .present]
    // HKElectrocardiogramQueryDescriptor.init(_:)
    var query = HKElectrocardiogramQueryDescriptor(sample)
    // HKElectrocardiogramQueryDescriptor.electrocardiogram
    query.electrocardiogram = sample
    // HKElectrocardiogramQueryDescriptor.results(for:)
    let results = query.results(for: store)
    // HKElectrocardiogram.VoltageMeasurement
    let measurements: [HKElectrocardiogram.VoltageMeasurement] = try await results.reduce(into: []) { $0.append($1) }
    // HKElectrocardiogram.VoltageMeasurement.timeSinceSampleStart
    let _: [TimeInterval] = measurements.map(\.timeSinceSampleStart)
    // HKElectrocardiogram.VoltageMeasurement.quantity(for:)
    let _: HKQuantity? = measurements[0].quantity(for: .appleWatchSimilarToLeadI)
    // HKElectrocardiogram.Lead
    let _: HKElectrocardiogram.Lead = .appleWatchSimilarToLeadI
    // HKElectrocardiogramQuery.init(_:dataHandler:)
    let classic = HKElectrocardiogramQuery(
        sample,
        dataHandler: { _, result in
            switch result {
            case .measurement, .done: break
            case .error(let error): print(error)
            @unknown default: break
            }
        }
    )
    store.execute(classic)
    // HKElectrocardiogramQuery.Result
    let _: HKElectrocardiogramQuery.Result = .done
    // HKSamplePredicate.electrocardiogram(_:)
    let _: HKSamplePredicate<HKElectrocardiogram> = .electrocardiogram()
}

func useAudiogram(_ loud: HKQuantity, _ tone: HKQuantity) throws {
    // HKAudiogramSensitivityPointClampingRange.init(lowerBound:upperBound:)
    let range = try HKAudiogramSensitivityPointClampingRange(lowerBound: -10, upperBound: 90)
    // HKAudiogramSensitivityPointClampingRange.lowerBound
    let _: HKQuantity? = range.lowerBound
    // HKAudiogramSensitivityPointClampingRange.upperBound
    let _: HKQuantity? = range.upperBound
    // HKAudiogramSensitivityTest.init(sensitivity:type:masked:side:clampingRange:)
    let test = try HKAudiogramSensitivityTest(
        sensitivity: loud,
        type: .air,
        masked: false,
        side: .left,
        clampingRange: range
    )
    // HKAudiogramSensitivityTest.sensitivity
    let _: HKQuantity = test.sensitivity
    // HKAudiogramSensitivityTest.type
    let _: HKAudiogramConductionType = test.type
    // HKAudiogramConductionType
    let _: HKAudiogramConductionType = .air
    // HKAudiogramSensitivityTest.masked
    let _: Bool = test.masked
    // HKAudiogramSensitivityTest.side
    let _: HKAudiogramSensitivityTestSide = test.side
    // HKAudiogramSensitivityTestSide
    let _: [HKAudiogramSensitivityTestSide] = [.left, .right]
    // HKAudiogramSensitivityTest.clampingRange
    let _: HKAudiogramSensitivityPointClampingRange? = test.clampingRange
    // HKAudiogramSensitivityPoint.init(frequency:tests:)
    let point = try HKAudiogramSensitivityPoint(frequency: tone, tests: [test])
    // HKAudiogramSensitivityPoint.init(frequency:leftEarSensitivity:rightEarSensitivity:)
    let _ = try HKAudiogramSensitivityPoint(frequency: tone, leftEarSensitivity: loud, rightEarSensitivity: nil)
    // HKAudiogramSensitivityPoint.frequency
    let _: HKQuantity = point.frequency
    // HKAudiogramSensitivityPoint.tests
    let _: [HKAudiogramSensitivityTest] = point.tests
    // HKAudiogramSensitivityPoint.leftEarSensitivity
    let _: HKQuantity? = point.leftEarSensitivity
    // HKAudiogramSensitivityPoint.rightEarSensitivity
    let _: HKQuantity? = point.rightEarSensitivity
    // HKAudiogramSample.init(sensitivityPoints:start:end:metadata:)
    let sample = HKAudiogramSample(sensitivityPoints: [point], start: Date(), end: Date(), metadata: nil)
    // HKAudiogramSample.init(sensitivityPoints:start:end:device:metadata:)
    let _ = HKAudiogramSample(sensitivityPoints: [point], start: Date(), end: Date(), device: nil, metadata: nil)
    // HKAudiogramSample.sensitivityPoints
    let _: [HKAudiogramSensitivityPoint] = sample.sensitivityPoints
    // HKSamplePredicate.audiogram(_:)
    let _: HKSamplePredicate<HKAudiogramSample> = .audiogram()
}

func useStateOfMind() {
    // HKStateOfMind.init(date:kind:valence:labels:associations:metadata:)
    let sample = HKStateOfMind(
        date: Date(),
        kind: .momentaryEmotion,
        valence: 0.5,
        labels: [.happy],
        associations: [.family],
        metadata: nil
    )
    // HKStateOfMind.kind
    let _: HKStateOfMind.Kind = sample.kind
    // HKStateOfMind.Kind
    let _: [HKStateOfMind.Kind] = [.momentaryEmotion, .dailyMood]
    // HKStateOfMind.valence
    let _: Double = sample.valence
    // HKStateOfMind.valenceClassification
    let _: HKStateOfMind.ValenceClassification = sample.valenceClassification
    // HKStateOfMind.ValenceClassification
    let _: [HKStateOfMind.ValenceClassification] = [.veryUnpleasant, .neutral, .veryPleasant]
    // HKStateOfMind.ValenceClassification.init(valence:)
    let _: HKStateOfMind.ValenceClassification? = HKStateOfMind.ValenceClassification(valence: 0.5)
    // HKStateOfMind.labels
    let _: [HKStateOfMind.Label] = sample.labels
    // HKStateOfMind.Label
    let _: [HKStateOfMind.Label] = [.amazed, .overwhelmed, .satisfied]
    // HKStateOfMind.associations
    let _: [HKStateOfMind.Association] = sample.associations
    // HKStateOfMind.Association
    let _: [HKStateOfMind.Association] = [.community, .selfCare, .weather]
    // HKSamplePredicate.stateOfMind(_:)
    let _: HKSamplePredicate<HKStateOfMind> = .stateOfMind()
}

func usePrism(_ amount: HKQuantity, _ angle: HKQuantity) {
    // HKVisionPrism.init(amount:angle:eye:)
    let prism = HKVisionPrism(amount: amount, angle: angle, eye: .left)
    // HKVisionPrism.init(verticalAmount:verticalBase:horizontalAmount:horizontalBase:eye:)
    let _ = HKVisionPrism(
        verticalAmount: amount,
        verticalBase: .up,
        horizontalAmount: amount,
        horizontalBase: .in,
        eye: .right
    )
    // HKVisionPrism.amount
    let _: HKQuantity = prism.amount
    // HKVisionPrism.angle
    let _: HKQuantity = prism.angle
    // HKVisionPrism.verticalAmount
    let _: HKQuantity = prism.verticalAmount
    // HKVisionPrism.horizontalAmount
    let _: HKQuantity = prism.horizontalAmount
    // HKVisionPrism.verticalBase
    let _: HKPrismBase = prism.verticalBase
    // HKVisionPrism.horizontalBase
    let _: HKPrismBase = prism.horizontalBase
    // HKPrismBase
    let _: [HKPrismBase] = [.none, .up, .down, .in, .out]
    // HKVisionPrism.eye
    let _: HKVisionEye = prism.eye
    // HKVisionEye
    let _: [HKVisionEye] = [.left, .right]
}

func useGlasses(_ power: HKQuantity, _ prism: HKVisionPrism) {
    // HKGlassesLensSpecification.init(sphere:cylinder:axis:addPower:vertexDistance:prism:farPupillaryDistance:nearPupillaryDistance:)
    let lens = HKGlassesLensSpecification(
        sphere: power,
        cylinder: nil,
        axis: nil,
        addPower: nil,
        vertexDistance: nil,
        prism: prism,
        farPupillaryDistance: nil,
        nearPupillaryDistance: nil
    )
    // HKLensSpecification
    let specification: HKLensSpecification = lens
    // HKLensSpecification.sphere
    let _: HKQuantity = specification.sphere
    // HKLensSpecification.cylinder
    let _: HKQuantity? = specification.cylinder
    // HKLensSpecification.axis
    let _: HKQuantity? = specification.axis
    // HKLensSpecification.addPower
    let _: HKQuantity? = specification.addPower
    // HKGlassesLensSpecification.vertexDistance
    let _: HKQuantity? = lens.vertexDistance
    // HKGlassesLensSpecification.prism
    let _: HKVisionPrism? = lens.prism
    // HKGlassesLensSpecification.farPupillaryDistance
    let _: HKQuantity? = lens.farPupillaryDistance
    // HKGlassesLensSpecification.nearPupillaryDistance
    let _: HKQuantity? = lens.nearPupillaryDistance
    // HKGlassesPrescription.init(rightEyeSpecification:leftEyeSpecification:dateIssued:expirationDate:device:metadata:)
    let glasses = HKGlassesPrescription(
        rightEyeSpecification: lens,
        leftEyeSpecification: nil,
        dateIssued: Date(),
        expirationDate: nil,
        device: nil,
        metadata: nil
    )
    // HKGlassesPrescription.rightEye
    let _: HKGlassesLensSpecification? = glasses.rightEye
    // HKGlassesPrescription.leftEye
    let _: HKGlassesLensSpecification? = glasses.leftEye
}

func useContacts(_ power: HKQuantity) {
    // HKContactsLensSpecification.init(sphere:cylinder:axis:addPower:baseCurve:diameter:)
    let lens = HKContactsLensSpecification(
        sphere: power,
        cylinder: nil,
        axis: nil,
        addPower: nil,
        baseCurve: nil,
        diameter: nil
    )
    // HKContactsLensSpecification.baseCurve
    let _: HKQuantity? = lens.baseCurve
    // HKContactsLensSpecification.diameter
    let _: HKQuantity? = lens.diameter
    // HKContactsPrescription.init(rightEyeSpecification:leftEyeSpecification:brand:dateIssued:expirationDate:device:metadata:)
    let contacts = HKContactsPrescription(
        rightEyeSpecification: lens,
        leftEyeSpecification: nil,
        brand: "",
        dateIssued: Date(),
        expirationDate: nil,
        device: nil,
        metadata: nil
    )
    // HKContactsPrescription.rightEye
    let _: HKContactsLensSpecification? = contacts.rightEye
    // HKContactsPrescription.leftEye
    let _: HKContactsLensSpecification? = contacts.leftEye
    // HKContactsPrescription.brand
    let _: String = contacts.brand
    // HKVisionPrescription.init(type:dateIssued:expirationDate:device:metadata:)
    let plain = HKVisionPrescription(
        type: .contacts,
        dateIssued: Date(),
        expirationDate: nil,
        device: nil,
        metadata: nil
    )
    // HKVisionPrescription.prescriptionType
    let _: HKVisionPrescriptionType = plain.prescriptionType
    // HKVisionPrescriptionType
    let _: [HKVisionPrescriptionType] = [.glasses, .contacts]
    // HKVisionPrescription.dateIssued
    let _: Date = plain.dateIssued
    // HKVisionPrescription.expirationDate
    let _: Date? = plain.expirationDate
    // HKSamplePredicate.visionPrescription(_:)
    let _: HKSamplePredicate<HKVisionPrescription> = .visionPrescription()
}

func useAssessments(_ gad7Answers: [HKGAD7Assessment.Answer], _ phq9Answers: [HKPHQ9Assessment.Answer]) {
    // HKGAD7Assessment.init(date:answers:metadata:)
    let gad7 = HKGAD7Assessment(date: Date(), answers: gad7Answers, metadata: nil)
    // HKGAD7Assessment.answers
    let _: [HKGAD7Assessment.Answer] = gad7.answers
    // HKGAD7Assessment.Answer
    let _: [HKGAD7Assessment.Answer] = [.notAtAll, .severalDays, .moreThanHalfTheDays, .nearlyEveryDay]
    // HKGAD7Assessment.risk
    let _: HKGAD7Assessment.Risk = gad7.risk
    // HKGAD7Assessment.Risk
    let _: [HKGAD7Assessment.Risk] = [.noneToMinimal, .mild, .moderate, .severe]
    // HKScoredAssessment
    let assessment: HKScoredAssessment = gad7
    // HKScoredAssessment.score
    let _: Int = assessment.score
    // HKPHQ9Assessment.init(date:answers:metadata:)
    let phq9 = HKPHQ9Assessment(date: Date(), answers: phq9Answers, metadata: nil)
    // HKPHQ9Assessment.answers
    let _: [HKPHQ9Assessment.Answer] = phq9.answers
    // HKPHQ9Assessment.Answer
    let _: [HKPHQ9Assessment.Answer] = [.notAtAll, .nearlyEveryDay, .preferNotToAnswer]
    // HKPHQ9Assessment.risk
    let _: HKPHQ9Assessment.Risk = phq9.risk
    // HKPHQ9Assessment.Risk
    let _: [HKPHQ9Assessment.Risk] = [.noneToMinimal, .moderatelySevere, .severe]
    // HKSamplePredicate.gad7Assessment(_:)
    let _: HKSamplePredicate<HKGAD7Assessment> = .gad7Assessment()
    // HKSamplePredicate.phq9Assessment(_:)
    let _: HKSamplePredicate<HKPHQ9Assessment> = .phq9Assessment()
}

func useDose(_ dose: HKMedicationDoseEvent) {
    // HKMedicationDoseEvent.logStatus
    let _: HKMedicationDoseEvent.LogStatus = dose.logStatus
    // HKMedicationDoseEvent.LogStatus
    let _: [HKMedicationDoseEvent.LogStatus] = [.taken, .skipped, .snoozed, .notInteracted, .notLogged]
    // HKMedicationDoseEvent.scheduleType
    let _: HKMedicationDoseEvent.ScheduleType = dose.scheduleType
    // HKMedicationDoseEvent.ScheduleType
    let _: [HKMedicationDoseEvent.ScheduleType] = [.asNeeded, .schedule]
    // HKMedicationDoseEvent.medicationConceptIdentifier
    let identifier: HKHealthConceptIdentifier = dose.medicationConceptIdentifier
    // HKHealthConceptIdentifier.domain
    let _: HKHealthConceptDomain = identifier.domain
    // HKHealthConceptDomain.medication
    let _: HKHealthConceptDomain = .medication
    // HKMedicationDoseEvent.doseQuantity
    let _: Double? = dose.doseQuantity
    // HKMedicationDoseEvent.scheduledDoseQuantity
    let _: Double? = dose.scheduledDoseQuantity
    // HKMedicationDoseEvent.scheduledDate
    let _: Date? = dose.scheduledDate
    // HKMedicationDoseEvent.unit
    let _: HKUnit = dose.unit
}

func useMedications(_ store: HKHealthStore) async throws {
    // HKUserAnnotatedMedicationQueryDescriptor.init(predicate:limit:)
    var query = HKUserAnnotatedMedicationQueryDescriptor(predicate: nil, limit: 10)
    // HKUserAnnotatedMedicationQueryDescriptor.predicate
    query.predicate = nil
    // HKUserAnnotatedMedicationQueryDescriptor.limit
    query.limit = nil
    // HKUserAnnotatedMedicationQueryDescriptor.result(for:)
    let found: [HKUserAnnotatedMedication] = try await query.result(for: store)
    // HKUserAnnotatedMedicationQuery.init(predicate:limit:resultsHandler:)
    store.execute(HKUserAnnotatedMedicationQuery(predicate: nil, limit: 1, resultsHandler: { _, _, _, _ in }))
    // HKUserAnnotatedMedication.nickname
    let _: [String?] = found.map(\.nickname)
    // HKUserAnnotatedMedication.isArchived
    let _: [Bool] = found.map(\.isArchived)
    // HKUserAnnotatedMedication.hasSchedule
    let _: [Bool] = found.map(\.hasSchedule)
    // HKUserAnnotatedMedication.medication
    let concepts: [HKMedicationConcept] = found.map(\.medication)
    // HKMedicationConcept.identifier
    let _: [HKHealthConceptIdentifier] = concepts.map(\.identifier)
    // HKMedicationConcept.displayText
    let _: [String] = concepts.map(\.displayText)
    // HKMedicationConcept.generalForm
    let _: [HKMedicationGeneralForm] = concepts.map(\.generalForm)
    // HKMedicationGeneralForm.…
    let _: [HKMedicationGeneralForm] = [.tablet, .capsule, .unknown]
    // HKMedicationConcept.relatedCodings
    let _: [Set<HKClinicalCoding>] = concepts.map(\.relatedCodings)
    // HKClinicalCoding.init(system:version:code:)
    let coding = HKClinicalCoding(system: "", version: nil, code: "")
    // HKClinicalCoding.system
    let _: String = coding.system
    // HKClinicalCoding.version
    let _: String? = coding.version
    // HKClinicalCoding.code
    let _: String = coding.code
}

func useClinicalRecord(_ record: HKClinicalRecord) throws {
    // HKClinicalRecord.clinicalType
    let _: HKClinicalType = record.clinicalType
    // HKClinicalRecord.displayName
    let _: String = record.displayName
    // HKClinicalRecord.fhirResource
    guard let resource: HKFHIRResource = record.fhirResource else { return }
    // HKFHIRResource.resourceType
    let _: HKFHIRResourceType = resource.resourceType
    // HKFHIRResourceType.…
    let _: [HKFHIRResourceType] = [.allergyIntolerance, .observation, .procedure]
    // HKFHIRResource.identifier
    let _: String = resource.identifier
    // HKFHIRResource.data
    let _: Data = resource.data
    // HKFHIRResource.sourceURL
    let _: URL? = resource.sourceURL
    // HKFHIRResource.fhirVersion
    let _: HKFHIRVersion = resource.fhirVersion
    // HKFHIRVersion.init(fromVersionString:)
    let version = try HKFHIRVersion(fromVersionString: "4.0.1")
    // HKFHIRVersion.majorVersion
    let _: Int = version.majorVersion
    // HKFHIRVersion.minorVersion
    let _: Int = version.minorVersion
    // HKFHIRVersion.patchVersion
    let _: Int = version.patchVersion
    // HKFHIRVersion.fhirRelease
    let _: HKFHIRRelease = version.fhirRelease
    // HKFHIRRelease.…
    let _: [HKFHIRRelease] = [.dstu2, .r4, .unknown]
    // HKFHIRVersion.stringRepresentation
    let _: String = version.stringRepresentation
    // HKFHIRVersion.primaryDSTU2()
    let _: HKFHIRVersion = HKFHIRVersion.primaryDSTU2()
    // HKFHIRVersion.primaryR4()
    let _: HKFHIRVersion = HKFHIRVersion.primaryR4()
    // HKSamplePredicate.clinicalRecord(type:predicate:)
    let _: HKSamplePredicate<HKClinicalRecord> = .clinicalRecord(type: record.clinicalType, predicate: nil)
}

func useDocument(_ store: HKHealthStore, _ data: Data) throws {
    // HKCDADocumentSample.init(data:start:end:metadata:)
    let sample = try HKCDADocumentSample(data: data, start: Date(), end: Date(), metadata: nil)
    // HKDocumentSample
    let document: HKDocumentSample = sample
    // HKDocumentSample.documentType
    let type: HKDocumentType = document.documentType
    // HKCDADocumentSample.document
    let contents: HKCDADocument? = sample.document
    // HKCDADocument.documentData
    let _: Data? = contents?.documentData
    // HKCDADocument.title
    let _: String? = contents?.title
    // HKCDADocument.patientName
    let _: String? = contents?.patientName
    // HKCDADocument.authorName
    let _: String? = contents?.authorName
    // HKCDADocument.custodianName
    let _: String? = contents?.custodianName
    // HKDetailedCDAValidationErrorKey
    let _: String = HKDetailedCDAValidationErrorKey
    // HKDocumentQuery.init(documentType:predicate:limit:sortDescriptors:includeDocumentData:resultsHandler:)
    let query = HKDocumentQuery(
        documentType: type,
        predicate: nil,
        limit: HKObjectQueryNoLimit,
        sortDescriptors: nil,
        includeDocumentData: true,
        resultsHandler: { _, _, _, _ in }
    )
    // HKDocumentQuery.limit
    let _: Int = query.limit
    // HKDocumentQuery.sortDescriptors
    let _: [NSSortDescriptor]? = query.sortDescriptors
    // HKDocumentQuery.includeDocumentData
    let _: Bool = query.includeDocumentData
}

func useRecordPredicates(
    _ sample: HKElectrocardiogram,
    _ source: HKSource,
    _ concept: HKHealthConceptIdentifier
) -> [NSPredicate] {
    var all: [NSPredicate] = []
    // HKQuery.predicateForElectrocardiograms(classification:)
    all.append(HKQuery.predicateForElectrocardiograms(classification: .atrialFibrillation))
    // HKQuery.predicateForElectrocardiograms(symptomsStatus:)
    all.append(HKQuery.predicateForElectrocardiograms(symptomsStatus: .present))
    // HKQuery.predicateForObjectsAssociated(electrocardiogram:)
    all.append(HKQuery.predicateForObjectsAssociated(electrocardiogram: sample))
    // HKQuery.predicateForClinicalRecords(withFHIRResourceType:)
    all.append(HKQuery.predicateForClinicalRecords(withFHIRResourceType: .observation))
    // HKQuery.predicateForClinicalRecords(from:fhirResourceType:identifier:)
    all.append(HKQuery.predicateForClinicalRecords(from: source, fhirResourceType: .observation, identifier: "1"))
    // HKQuery.predicateForStatesOfMind(with:)
    all.append(HKQuery.predicateForStatesOfMind(with: .dailyMood))
    // HKQuery.predicateForStatesOfMind(withValence:operatorType:)
    all.append(HKQuery.predicateForStatesOfMind(withValence: 0, operatorType: .greaterThan))
    // HKQuery.predicateForMedicationDoseEvent(status:)
    all.append(HKQuery.predicateForMedicationDoseEvent(status: .taken))
    // HKQuery.predicateForMedicationDoseEvent(statuses:)
    all.append(HKQuery.predicateForMedicationDoseEvent(statuses: [.taken, .skipped]))
    // HKQuery.predicateForMedicationDoseEvent(scheduledDate:)
    all.append(HKQuery.predicateForMedicationDoseEvent(scheduledDate: Date()))
    // HKQuery.predicateForMedicationDoseEvent(scheduledDates:)
    all.append(HKQuery.predicateForMedicationDoseEvent(scheduledDates: [Date()]))
    // HKQuery.predicateForMedicationDoseEvent(scheduledStart:end:)
    all.append(HKQuery.predicateForMedicationDoseEvent(scheduledStart: Date(), end: nil))
    // HKQuery.predicateForMedicationDoseEvent(medicationConceptIdentifier:)
    all.append(HKQuery.predicateForMedicationDoseEvent(medicationConceptIdentifier: concept))
    // HKQuery.predicateForMedicationDoseEvent(medicationConceptIdentifiers:)
    all.append(HKQuery.predicateForMedicationDoseEvent(medicationConceptIdentifiers: [concept]))
    // HKQuery.predicateForUserAnnotatedMedications(isArchived:)
    all.append(HKQuery.predicateForUserAnnotatedMedications(isArchived: false))
    // HKQuery.predicateForUserAnnotatedMedications(hasSchedule:)
    all.append(HKQuery.predicateForUserAnnotatedMedications(hasSchedule: true))
    return all
}
