// The schemas of all types whose samples are records. A further kind is a further schema here.
extension RecordSchema {
    /// The schema of a type; nil: its samples are not records.
    package static func of(_ type: ObjectType) -> RecordSchema? {
        switch type.kind {
        case .electrocardiogram: electrocardiogram
        case .audiogram: audiogram
        case .stateOfMind: stateOfMind
        case .prescription: prescription
        case .scoredAssessment: type == .gad7 ? gad7 : phq9
        case .medication: type == .medicationDoseEvent ? doseEvent : medication
        case .clinical: clinicalRecord
        case .document: document
        case .quantity, .category, .correlation, .workout, .workoutRoute, .heartbeatSeries, .characteristic,
            .activitySummary:
            nil
        }
    }

    private static let anyNumber = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    private static let positive = Double.leastNonzeroMagnitude...Double.greatestFiniteMagnitude
    private static let notNegative = 0...Double.greatestFiniteMagnitude
    private static let truth = AttributeRule.Form.integers([0...1])

    private static let electrocardiogram = RecordSchema(
        [
            AttributeRule(.classification, .integers([0...6, 100...100]), .required),
            AttributeRule(.symptomsStatus, .integers([0...2]), .required),
            AttributeRule(.averageHeartRate, .numbers(notNegative), .optional),
            AttributeRule(.samplingFrequency, .numbers(positive), .optional),
            AttributeRule(.symptoms, .ids, .list),
        ],
        series: .voltages
    )

    private static let audiogram = RecordSchema([
        AttributeRule(.frequencies, .numbers(positive), .column),
        AttributeRule(.ears, .integers([0...1]), .column),
        AttributeRule(.sensitivities, .numbers(anyNumber), .column),
        AttributeRule(.conductionTypes, .integers([0...0]), .column),
        AttributeRule(.masked, truth, .column),
        AttributeRule(.clampings, .integers([0...3]), .column),
        AttributeRule(.clampingLowerBounds, .numbers(anyNumber), .column),
        AttributeRule(.clampingUpperBounds, .numbers(anyNumber), .column),
    ])

    private static let stateOfMind = RecordSchema([
        AttributeRule(.mindKind, .integers([1...2]), .required),
        AttributeRule(.valence, .numbers(-1...1), .required),
        AttributeRule(.labels, .integers([1...38]), .list),
        AttributeRule(.associations, .integers([1...18]), .list),
    ])

    private static let prescription = RecordSchema(
        [
            AttributeRule(.prescriptionType, .integers([1...2]), .required),
            AttributeRule(.expiration, .times, .optional),
            AttributeRule(.brand, .texts, .optional),
        ] + lensNumbers.map { AttributeRule($0, .numbers(anyNumber), .optional) }
            + [.rightPrism, .leftPrism].map { AttributeRule($0, .numbers(anyNumber), .group(4)) }
            + [.rightPrismBases, .leftPrismBases].map { AttributeRule($0, .integers([0...4]), .group(2)) }
    )

    private static let lensNumbers: [AttributeName] = [
        .rightSphere, .rightCylinder, .rightAxis, .rightAddPower, .rightVertexDistance, .rightFarPupillaryDistance,
        .rightNearPupillaryDistance, .rightBaseCurve, .rightDiameter, .leftSphere, .leftCylinder, .leftAxis,
        .leftAddPower, .leftVertexDistance, .leftFarPupillaryDistance, .leftNearPupillaryDistance, .leftBaseCurve,
        .leftDiameter,
    ]

    private static let gad7 = RecordSchema([AttributeRule(.answers, .integers([0...3]), .exactly(7))])
    /// The last question may be left unanswered: 4.
    private static let phq9 = RecordSchema([AttributeRule(.answers, .integers([0...4]), .exactly(9))])

    private static let doseEvent = RecordSchema([
        AttributeRule(.logStatus, .integers([1...6]), .required),
        AttributeRule(.scheduleType, .integers([1...2]), .required),
        AttributeRule(.medication, .texts, .required),
        AttributeRule(.doseQuantity, .numbers(notNegative), .optional),
        AttributeRule(.scheduledDoseQuantity, .numbers(notNegative), .optional),
        AttributeRule(.doseUnit, .texts, .required),
        AttributeRule(.scheduledDate, .times, .optional),
    ])

    private static let medication = RecordSchema([
        AttributeRule(.medication, .texts, .required),
        AttributeRule(.nickname, .texts, .optional),
        AttributeRule(.archived, truth, .required),
        AttributeRule(.hasSchedule, truth, .required),
        AttributeRule(.displayText, .texts, .required),
        AttributeRule(.generalForm, .texts, .required),
        AttributeRule(.codingSystems, .texts, .list),
        AttributeRule(.codingCodes, .texts, .list),
        AttributeRule(.codingVersions, .texts, .list),
    ])

    private static let clinicalRecord = RecordSchema(
        [
            AttributeRule(.displayName, .texts, .required),
            AttributeRule(.fhirResourceType, .texts, .optional),
            AttributeRule(.fhirIdentifier, .texts, .optional),
            AttributeRule(.fhirVersion, .texts, .optional),
            AttributeRule(.sourceURL, .texts, .optional),
        ],
        series: .contents
    )

    private static let document = RecordSchema(
        [
            AttributeRule(.title, .texts, .required),
            AttributeRule(.patientName, .texts, .required),
            AttributeRule(.authorName, .texts, .required),
            AttributeRule(.custodianName, .texts, .required),
        ],
        series: .contents
    )
}
