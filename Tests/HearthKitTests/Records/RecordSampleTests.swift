import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthKit

/// Samples of kinds with a few values, as apps and the owner's tools use them.
@Suite struct RecordSampleTests {
    private static let microvolts: [Double] = (0..<600).map { (index: Int) -> Double in
        let wave = sin(Double(index) / 9) * 120
        let peak: Double = index % 150 == 40 ? 900 : 0
        return ((wave + peak) * 8).rounded() / 8
    }
    private static let hertz = HKUnit.hertz()
    private static let microvolt = HKUnit.voltUnit(with: .micro)

    private static func electrocardiogram(
        _ classification: HKElectrocardiogram.Classification = .sinusRhythm,
        symptoms: [HKCategorySample] = [],
        at seconds: Double = 0
    ) -> HKElectrocardiogram {
        HKElectrocardiogram(
            microvolts: microvolts,
            samplingFrequency: HKQuantity(unit: hertz, doubleValue: 512),
            start: SharedStore.time(seconds),
            classification: classification,
            averageHeartRate: HKQuantity(unit: SharedStore.perMinute, doubleValue: 64),
            symptomsStatus: symptoms.isEmpty ? .none : .present,
            symptoms: symptoms,
            device: HKDevice.local(),
            metadata: [HKMetadataKeyAppleECGAlgorithmVersion: HKAppleECGAlgorithmVersion.version2.rawValue]
        )
    }

    private func read<Sample: HKSample>(
        _ predicate: HKSamplePredicate<Sample>,
        _ store: HKHealthStore
    ) async throws -> [Sample] {
        try await HKSampleQueryDescriptor(
            predicates: [predicate],
            sortDescriptors: [SortDescriptor(\.startDate)]
        ).result(for: store)
    }

    /// A sample of each type, by the type.
    private static func samples() throws -> [HKSample] {
        let tone = try HKAudiogramSensitivityPoint(
            frequency: HKQuantity(unit: hertz, doubleValue: 1_000),
            leftEarSensitivity: HKQuantity(unit: .decibelHearingLevel(), doubleValue: 12.5),
            rightEarSensitivity: nil
        )
        return [
            electrocardiogram(),
            HKAudiogramSample(
                sensitivityPoints: [tone],
                start: SharedStore.time(0),
                end: SharedStore.time(60),
                metadata: nil
            ),
            HKStateOfMind(
                date: SharedStore.time(0),
                kind: .dailyMood,
                valence: -0.25,
                labels: [.calm, .sad],
                associations: [.work]
            ),
            glasses(), contacts(),
            HKVisionPrescription(
                type: .contacts,
                dateIssued: SharedStore.time(0),
                expirationDate: nil,
                device: nil,
                metadata: nil
            ),
            HKGAD7Assessment(
                date: SharedStore.time(0),
                answers: [.notAtAll, .severalDays, .nearlyEveryDay, .notAtAll, .notAtAll, .severalDays, .notAtAll]
            ),
            HKPHQ9Assessment(
                date: SharedStore.time(0),
                answers: [HKPHQ9Assessment.Answer](repeating: .moreThanHalfTheDays, count: 8) + [.preferNotToAnswer]
            ),
            dose(.taken),
            HKClinicalRecord(
                type: HKClinicalType(.labResultRecord),
                displayName: "Hemoglobin",
                fhirResource: try resource("observation-1"),
                received: SharedStore.time(0)
            ),
            try document(),
        ]
    }

    private static func glasses() -> HKGlassesPrescription {
        let diopters = { (value: Double) in HKQuantity(unit: .diopter(), doubleValue: value) }
        let millimeters = { (value: Double) in HKQuantity(unit: .meterUnit(with: .milli), doubleValue: value) }
        let lens = HKGlassesLensSpecification(
            sphere: diopters(-1.25),
            cylinder: diopters(-0.5),
            axis: HKQuantity(unit: .degreeAngle(), doubleValue: 90),
            addPower: nil,
            vertexDistance: millimeters(12),
            prism: HKVisionPrism(
                verticalAmount: HKQuantity(unit: .prismDiopter(), doubleValue: 3),
                verticalBase: .up,
                horizontalAmount: HKQuantity(unit: .prismDiopter(), doubleValue: 4),
                horizontalBase: .out,
                eye: .left
            ),
            farPupillaryDistance: millimeters(31.5),
            nearPupillaryDistance: nil
        )
        return HKGlassesPrescription(
            rightEyeSpecification: nil,
            leftEyeSpecification: lens,
            dateIssued: SharedStore.time(0),
            expirationDate: SharedStore.time(86_400),
            device: nil,
            metadata: nil
        )
    }

    private static func contacts() -> HKContactsPrescription {
        HKContactsPrescription(
            rightEyeSpecification: HKContactsLensSpecification(
                sphere: HKQuantity(unit: .diopter(), doubleValue: -2),
                cylinder: nil,
                axis: nil,
                addPower: nil,
                baseCurve: HKQuantity(unit: .meterUnit(with: .milli), doubleValue: 8.5),
                diameter: HKQuantity(unit: .meterUnit(with: .milli), doubleValue: 14.25)
            ),
            leftEyeSpecification: nil,
            brand: "Example",
            dateIssued: SharedStore.time(0),
            expirationDate: nil,
            device: nil,
            metadata: nil
        )
    }

    private static func dose(_ status: HKMedicationDoseEvent.LogStatus) -> HKMedicationDoseEvent {
        HKMedicationDoseEvent(
            medication: HKHealthConceptIdentifier(domain: .medication, name: "aspirin"),
            date: SharedStore.time(0),
            logStatus: status,
            scheduleType: .schedule,
            doseQuantity: 2,
            scheduledDoseQuantity: 1,
            unit: .count(),
            scheduledDate: SharedStore.time(-60)
        )
    }

    private static func resource(_ identifier: String) throws -> HKFHIRResource {
        HKFHIRResource(
            resourceType: .observation,
            identifier: identifier,
            data: Data(#"{"resourceType":"Observation"}"#.utf8),
            sourceURL: URL(string: "https://example.org/fhir/\(identifier)"),
            fhirVersion: .primaryR4()
        )
    }

    private static let xml = """
        <?xml version="1.0"?>
        <!-- a summary --><ClinicalDocument xmlns="urn:hl7-org:v3"><title>Summary &amp; plan</title>
        <recordTarget><patientRole><patient><name><given>Ada</given> <family>Example</family></name></patient>
        </patientRole></recordTarget>
        <author><assignedAuthor><assignedPerson><name>Bo</name></assignedPerson></assignedAuthor></author>
        <custodian><assignedCustodian><representedCustodianOrganization><id root="1"/><name>Clinic</name>
        </representedCustodianOrganization></assignedCustodian></custodian></ClinicalDocument>
        """

    private static func document() throws -> HKCDADocumentSample {
        try HKCDADocumentSample(
            data: Data(xml.utf8),
            start: SharedStore.time(0),
            end: SharedStore.time(0),
            metadata: nil
        )
    }

    // MARK: - All kinds

    @Test func everyKindIsSavedReadArchivedAndDeleted() async throws {
        let store = try SharedStore()
        let samples = try Self.samples()
        try await store.store.save(samples)
        for sample in samples {
            let read = try await read(
                .sample(type: sample.sampleType, predicate: HKQuery.predicateForObject(with: sample.uuid)),
                store.other
            )
            let copy = try #require(read.first)
            #expect(type(of: copy) == type(of: sample) && copy == sample)
            let (record, own) = (copy as? any RecordSample, sample as? any RecordSample)
            #expect(try #require(record).record.isIdentical(to: try #require(own).record))
            #expect(copy.startDate == sample.startDate && copy.endDate == sample.endDate)
            #expect(copy.metadata?.count == sample.metadata?.count)
            let archived = try restored(copy)
            #expect((archived as? any RecordSample)?.record == own?.record, "\(copy)")
            #expect((archived as? any RecordSample)?.series.count == own?.series.count)
        }
        try await store.store.save(samples)
        try await store.store.delete(samples)
        for sample in samples {
            #expect(try await read(.sample(type: sample.sampleType), store.other).isEmpty)
        }
    }

    @Test func changesArriveWithTheirValues() async throws {
        let store = try SharedStore()
        let samples = try Self.samples()
        let record = try #require(samples.first { $0 is HKClinicalRecord } as? HKClinicalRecord)
        try await store.store.save(samples)
        let descriptor = HKAnchoredObjectQueryDescriptor(
            predicates: [.clinicalRecord(type: HKClinicalType(.labResultRecord))],
            anchor: nil
        )
        let first = try await descriptor.result(for: store.other)
        #expect(first.addedSamples.first?.fhirResource?.data == record.fhirResource?.data)
        try await store.store.delete(record)
        let next = try await HKAnchoredObjectQueryDescriptor(
            predicates: descriptor.predicates,
            anchor: first.newAnchor
        ).result(for: store.other)
        #expect(next.deletedObjects.map(\.uuid) == [record.uuid] && next.addedSamples.isEmpty)
    }

    // MARK: - Electrocardiograms

    @Test func voltagesAreReadSeparately() async throws {
        let store = try SharedStore()
        try await store.store.save(Self.electrocardiogram())
        let sample = try #require(try await read(.electrocardiogram(), store.other).first)
        #expect(sample.numberOfVoltageMeasurements == 600 && sample.series.voltages.isEmpty)
        #expect(sample.classification == .sinusRhythm && sample.symptomsStatus == .none)
        #expect(sample.averageHeartRate?.doubleValue(for: SharedStore.perMinute) == 64)
        #expect(sample.samplingFrequency?.doubleValue(for: Self.hertz) == 512)
        var voltages: [Double] = []
        var times: [TimeInterval] = []
        for try await voltage in HKElectrocardiogramQueryDescriptor(sample).results(for: store.other) {
            voltages.append(voltage.quantity(for: .appleWatchSimilarToLeadI)?.doubleValue(for: Self.microvolt) ?? .nan)
            times.append(voltage.timeSinceSampleStart)
        }
        #expect(voltages == Self.microvolts && times == (0..<600).map { Double($0) / 512 })

        let (results, continuation) = AsyncStream<HKElectrocardiogramQuery.Result>.makeStream(
            bufferingPolicy: .bufferingOldest(1_000)
        )
        store.other.execute(HKElectrocardiogramQuery(sample) { _, result in continuation.yield(result) })
        var count = 0
        reading: for await result in results {
            switch result {
            case .measurement: count += 1
            case .done: break reading
            case .error(let error): throw error
            }
        }
        #expect(count == 600)
        // The object that was read has no voltages to save.
        let error = await #expect(throws: HKError.self) { try await store.store.save([sample]) }
        #expect(error?.code == .errorInvalidArgument)
    }

    @Test func electrocardiogramsAreFoundByWhatTheyShow() async throws {
        let store = try SharedStore()
        let symptom = HKCategorySample(
            type: HKCategoryType(.rapidPoundingOrFlutteringHeartbeat),
            value: HKCategoryValueSeverity.mild.rawValue,
            start: SharedStore.time(0),
            end: SharedStore.time(30)
        )
        let samples = [
            Self.electrocardiogram(), Self.electrocardiogram(.atrialFibrillation, symptoms: [symptom], at: 60),
        ]
        try await store.store.save([symptom] + samples)
        let found = try await read(
            .electrocardiogram(HKQuery.predicateForElectrocardiograms(classification: .atrialFibrillation)),
            store.other
        )
        #expect(found == [samples[1]])
        let present = HKQuery.predicateForElectrocardiograms(symptomsStatus: .present)
        #expect(try await read(.electrocardiogram(present), store.other) == [samples[1]])
        #expect(present.evaluate(with: samples[1]) && !present.evaluate(with: samples[0]))
        let associated = HKQuery.predicateForObjectsAssociated(electrocardiogram: found[0])
        let type = HKCategoryType(.rapidPoundingOrFlutteringHeartbeat)
        #expect(try await read(.categorySample(type: type, predicate: associated), store.other) == [symptom])
        let none = HKQuery.predicateForObjectsAssociated(electrocardiogram: samples[0])
        #expect(try await read(.categorySample(type: type, predicate: none), store.other).isEmpty)
    }

    // MARK: - Other kinds

    @Test func audiogramsKeepTheirTests() throws {
        let decibels = { (value: Double) in HKQuantity(unit: .decibelHearingLevel(), doubleValue: value) }
        let test = try HKAudiogramSensitivityTest(
            sensitivity: decibels(90),
            type: .air,
            masked: true,
            side: .right,
            clampingRange: HKAudiogramSensitivityPointClampingRange(lowerBound: nil, upperBound: 90)
        )
        let kilohertz = HKUnit.hertzUnit(with: .kilo)
        let points = [
            try HKAudiogramSensitivityPoint(
                frequency: HKQuantity(unit: kilohertz, doubleValue: 2),
                tests: [test]
            ),
            try HKAudiogramSensitivityPoint(
                frequency: HKQuantity(unit: Self.hertz, doubleValue: 500),
                leftEarSensitivity: decibels(10),
                rightEarSensitivity: decibels(15.5)
            ),
        ]
        let sample = HKAudiogramSample(
            sensitivityPoints: points,
            start: SharedStore.time(0),
            end: SharedStore.time(0),
            metadata: nil
        )
        let read = sample.sensitivityPoints
        #expect(read.map { $0.frequency.doubleValue(for: Self.hertz) } == [500, 2_000])
        #expect(read[0].leftEarSensitivity == decibels(10) && read[0].rightEarSensitivity == decibels(15.5))
        #expect(read[0].tests.map(\.side) == [.left, .right] && read[0].tests.allSatisfy { !$0.masked })
        #expect(read[1].leftEarSensitivity == nil && read[1].tests[0].masked && read[1].tests[0].type == .air)
        #expect(read[1].tests[0].clampingRange?.upperBound == decibels(90))
        #expect(read[1].tests[0].clampingRange?.lowerBound == nil && read[0].tests[0].clampingRange == nil)
        #expect(throws: HKError.self) {
            try HKAudiogramSensitivityPoint(frequency: decibels(1), leftEarSensitivity: nil, rightEarSensitivity: nil)
        }
        #expect(throws: HKError.self) {
            try HKAudiogramSensitivityPoint(
                frequency: HKQuantity(unit: Self.hertz, doubleValue: 1),
                leftEarSensitivity: nil,
                rightEarSensitivity: nil
            )
        }
        #expect(throws: HKError.self) {
            try HKAudiogramSensitivityPointClampingRange(lowerBound: nil, upperBound: nil)
        }
    }

    @Test func statesOfMindAreFoundByTheirValues() async throws {
        let store = try SharedStore()
        let moment = HKStateOfMind(
            date: SharedStore.time(0),
            kind: .momentaryEmotion,
            valence: 0.5,
            labels: [.happy, .calm],
            associations: [.family]
        )
        let day = HKStateOfMind(
            date: SharedStore.time(60),
            kind: .dailyMood,
            valence: -1,
            labels: [],
            associations: [.work]
        )
        try await store.store.save([moment, day])
        #expect(moment.valenceClassification == .pleasant && day.valenceClassification == .veryUnpleasant)
        #expect(moment.labels == [.happy, .calm] && day.associations == [.work])
        let asked: [(NSPredicate, [HKStateOfMind])] = [
            (HKQuery.predicateForStatesOfMind(with: .dailyMood), [day]),
            (HKQuery.predicateForStatesOfMind(with: .calm as HKStateOfMind.Label), [moment]),
            (HKQuery.predicateForStatesOfMind(with: .work as HKStateOfMind.Association), [day]),
            (HKQuery.predicateForStatesOfMind(withValence: 0, operatorType: .greaterThan), [moment]),
        ]
        for (predicate, expected) in asked {
            #expect(try await read(.stateOfMind(predicate), store.other) == expected)
            #expect([moment, day].filter { predicate.evaluate(with: $0) } == expected)
        }
    }

    @Test func theClassesOfValenceAreSevenths() {
        let classes = stride(from: -1.0, through: 1, by: 0.25).map {
            HKStateOfMind.ValenceClassification(valence: $0)?.rawValue
        }
        #expect(classes == [1, 1, 2, 3, 4, 5, 6, 7, 7])
        #expect(HKStateOfMind.ValenceClassification(valence: 1.01) == nil)
    }

    @Test func prescriptionsKeepTheirLenses() async throws {
        let store = try SharedStore()
        try await store.store.save([Self.glasses(), Self.contacts()])
        let read = try await read(.visionPrescription(), store.other)
        let glasses = try #require(read.compactMap { $0 as? HKGlassesPrescription }.first)
        #expect(glasses.rightEye == nil && glasses.prescriptionType == .glasses)
        #expect(glasses.dateIssued == SharedStore.time(0) && glasses.expirationDate == SharedStore.time(86_400))
        let lens = try #require(glasses.leftEye)
        #expect(lens.sphere.doubleValue(for: .diopter()) == -1.25 && lens.addPower == nil)
        #expect(lens.axis?.doubleValue(for: .degreeAngle()) == 90 && lens.nearPupillaryDistance == nil)
        let prism = try #require(lens.prism)
        #expect(prism.amount.doubleValue(for: .prismDiopter()) == 5 && prism.eye == .left)
        #expect(prism.verticalBase == .up && prism.horizontalBase == .out)
        let contacts = try #require(read.compactMap { $0 as? HKContactsPrescription }.first)
        #expect(contacts.brand == "Example" && contacts.leftEye == nil && contacts.expirationDate == nil)
        #expect(contacts.rightEye?.diameter?.doubleValue(for: .meterUnit(with: .milli)) == 14.25)
    }

    @Test(arguments: [HKVisionEye.left, .right]) func prismsHaveTwoForms(_ eye: HKVisionEye) {
        let prism = HKVisionPrism(
            amount: HKQuantity(unit: .prismDiopter(), doubleValue: 5),
            angle: HKQuantity(unit: .degreeAngle(), doubleValue: 330),
            eye: eye
        )
        #expect(prism.verticalBase == .down && prism.horizontalBase == (eye == .left ? .out : .in))
        let other = HKVisionPrism(
            verticalAmount: prism.verticalAmount,
            verticalBase: prism.verticalBase,
            horizontalAmount: prism.horizontalAmount,
            horizontalBase: prism.horizontalBase,
            eye: eye
        )
        #expect(abs(other.angle.doubleValue(for: .degreeAngle()) - 330) < 1e-9)
        #expect(abs(other.amount.doubleValue(for: .prismDiopter()) - 5) < 1e-9)
    }

    @Test func questionnairesHaveScores() throws {
        let samples = try Self.samples()
        let gad7 = try #require(samples.compactMap { $0 as? HKGAD7Assessment }.first)
        #expect(gad7.score == 5 && gad7.risk == .mild && gad7.answers[2] == .nearlyEveryDay)
        let phq9 = try #require(samples.compactMap { $0 as? HKPHQ9Assessment }.first)
        #expect(phq9.score == 16 && phq9.risk == .moderatelySevere && phq9.answers.last == .preferNotToAnswer)
    }

    @Test func dosesAndMedicationsAreFound() async throws {
        let store = try SharedStore()
        let (taken, skipped) = (Self.dose(.taken), Self.dose(.skipped))
        try await store.store.save([taken, skipped])
        let type = HKObjectType.medicationDoseEventType()
        let aspirin = taken.medicationConceptIdentifier
        let asked: [(NSPredicate, Int)] = [
            (HKQuery.predicateForMedicationDoseEvent(status: .taken), 1),
            (HKQuery.predicateForMedicationDoseEvent(statuses: [.taken, .skipped]), 2),
            (HKQuery.predicateForMedicationDoseEvent(statuses: []), 0),
            (HKQuery.predicateForMedicationDoseEvent(scheduledDate: SharedStore.time(-60)), 2),
            (HKQuery.predicateForMedicationDoseEvent(scheduledDates: [SharedStore.time(0)]), 0),
            (HKQuery.predicateForMedicationDoseEvent(scheduledStart: SharedStore.time(-60), end: nil), 2),
            (HKQuery.predicateForMedicationDoseEvent(scheduledStart: nil, end: SharedStore.time(-60)), 0),
            (HKQuery.predicateForMedicationDoseEvent(medicationConceptIdentifier: aspirin), 2),
            (HKQuery.predicateForMedicationDoseEvent(medicationConceptIdentifiers: []), 0),
        ]
        for (index, (predicate, count)) in asked.enumerated() {
            #expect(try await read(.sample(type: type, predicate: predicate), store.other).count == count, "\(index)")
        }
        #expect(taken.unit == .count() && taken.doseQuantity == 2 && taken.scheduledDoseQuantity == 1)
        #expect(taken.scheduledDate == SharedStore.time(-60) && taken.scheduleType == .schedule)

        let concept = HKMedicationConcept(
            identifier: aspirin,
            displayText: "Aspirin 100 mg",
            generalForm: .tablet,
            relatedCodings: [HKClinicalCoding(system: "rxnorm", version: nil, code: "1191")]
        )
        let medication = HKUserAnnotatedMedication(medication: concept, nickname: "Heart", hasSchedule: true)
        try await store.store.save(medication, since: SharedStore.time(0))
        let read = try await HKUserAnnotatedMedicationQueryDescriptor(
            predicate: HKQuery.predicateForUserAnnotatedMedications(hasSchedule: true)
        ).result(for: store.other)
        #expect(read.count == 1 && read.first?.nickname == "Heart" && read.first?.medication == concept)
        #expect(read.first?.medication.relatedCodings == concept.relatedCodings && read.first?.isArchived == false)
        let archived = HKQuery.predicateForUserAnnotatedMedications(isArchived: true)
        let descriptor = HKUserAnnotatedMedicationQueryDescriptor(predicate: archived, limit: 1)
        #expect(try await descriptor.result(for: store.other).isEmpty)
    }

    @Test func clinicalRecordsAreFoundByTheirResources() async throws {
        let store = try SharedStore()
        let type = HKClinicalType(.labResultRecord)
        let record = HKClinicalRecord(
            type: type,
            displayName: "Hemoglobin",
            fhirResource: try Self.resource("one"),
            received: SharedStore.time(0)
        )
        let plain = HKClinicalRecord(
            type: type,
            displayName: "Note",
            fhirResource: nil,
            received: SharedStore.time(60)
        )
        try await store.store.save([record, plain])
        #expect(store.store.supportsHealthRecords())
        let observations = HKQuery.predicateForClinicalRecords(withFHIRResourceType: .observation)
        let found = try await read(.clinicalRecord(type: type, predicate: observations), store.other)
        #expect(found == [record])
        let source = try #require(found.first).sourceRevision.source
        for (identifier, count) in [("one", 1), ("two", 0)] {
            let one = HKQuery.predicateForClinicalRecords(
                from: source,
                fhirResourceType: .observation,
                identifier: identifier
            )
            #expect(try await read(.clinicalRecord(type: type, predicate: one), store.other).count == count)
        }
        let resource = try #require(found.first?.fhirResource)
        #expect(resource.data == record.fhirResource?.data && resource.identifier == "one")
        #expect(resource.sourceURL == record.fhirResource?.sourceURL && resource.fhirVersion == .primaryR4())
        #expect(resource.fhirVersion.fhirRelease == .r4 && HKFHIRVersion.primaryDSTU2().fhirRelease == .dstu2)
        #expect(throws: HKError.self) { try HKFHIRVersion(fromVersionString: "4") }
        let all = try await read(.clinicalRecord(type: type), store.other)
        #expect(all.map(\.displayName) == ["Hemoglobin", "Note"] && all[1].fhirResource == nil)
    }

    @Test func documentsComeWithTheirDataWhenAsked() async throws {
        let store = try SharedStore()
        let sample = try Self.document()
        try await store.store.save(sample)
        let document = try #require(sample.document)
        #expect(document.title == "Summary & plan" && document.patientName == "Ada Example")
        #expect(document.authorName == "Bo" && document.custodianName == "Clinic")
        for isIncluded in [true, false] {
            let documents = try await withCheckedThrowingContinuation { continuation in
                let query = HKDocumentQuery(
                    documentType: HKDocumentType(.CDA),
                    predicate: nil,
                    limit: HKObjectQueryNoLimit,
                    sortDescriptors: nil,
                    includeDocumentData: isIncluded
                ) { _, documents, done, error in
                    continuation.resume(with: error.map { .failure($0) } ?? .success(done ? documents ?? [] : []))
                }
                store.other.execute(query)
            }
            let read = try #require(documents.first as? HKCDADocumentSample).document
            #expect(read?.documentData == (isIncluded ? Data(Self.xml.utf8) : nil) && read?.title == document.title)
        }
        for text in ["", "<a/>", "<ClinicalDocument>", "<ClinicalDocument></a>", "<ClinicalDocument/><b/>"] {
            let error = #expect(throws: HKError.self) {
                try HKCDADocumentSample(data: Data(text.utf8), start: Date(), end: Date(), metadata: nil)
            }
            #expect(error?.userInfo[HKDetailedCDAValidationErrorKey] != nil, "\(text)")
        }
    }
}
