/// The names of the values of records, with the protocol's numbers. `hearth.proto` documents each.
package enum AttributeName: UInt32, Hashable, Sendable, CaseIterable {
    case classification = 1
    case symptomsStatus = 2
    case averageHeartRate = 3
    case samplingFrequency = 4
    case symptoms = 5

    case frequencies = 10
    case ears = 11
    case sensitivities = 12
    case conductionTypes = 13
    case masked = 14
    case clampings = 15
    case clampingLowerBounds = 16
    case clampingUpperBounds = 17

    case mindKind = 20
    case valence = 21
    case labels = 22
    case associations = 23

    case prescriptionType = 30
    case expiration = 31
    case brand = 32
    case rightSphere = 40
    case rightCylinder = 41
    case rightAxis = 42
    case rightAddPower = 43
    case rightVertexDistance = 44
    case rightFarPupillaryDistance = 45
    case rightNearPupillaryDistance = 46
    case rightBaseCurve = 47
    case rightDiameter = 48
    case rightPrism = 49
    case rightPrismBases = 50
    case leftSphere = 60
    case leftCylinder = 61
    case leftAxis = 62
    case leftAddPower = 63
    case leftVertexDistance = 64
    case leftFarPupillaryDistance = 65
    case leftNearPupillaryDistance = 66
    case leftBaseCurve = 67
    case leftDiameter = 68
    case leftPrism = 69
    case leftPrismBases = 70

    case answers = 80

    case logStatus = 90
    case scheduleType = 91
    case medication = 92
    case doseQuantity = 93
    case scheduledDoseQuantity = 94
    case doseUnit = 95
    case scheduledDate = 96

    case nickname = 100
    case archived = 101
    case hasSchedule = 102
    case displayText = 103
    case generalForm = 104
    case codingSystems = 105
    case codingCodes = 106
    case codingVersions = 107

    case displayName = 110
    case fhirResourceType = 111
    case fhirIdentifier = 112
    case fhirVersion = 113
    case sourceURL = 114

    case title = 120
    case patientName = 121
    case authorName = 122
    case custodianName = 123

    /// The name as errors, tables and other programs have it, for example `symptoms_status`.
    package var text: String {
        let name = self == .sourceURL ? "sourceUrl" : String(describing: self)
        return name.reduce(into: "") { text, character in
            text += character.isUppercase ? "_" + character.lowercased() : String(character)
        }
    }

    /// The name with a text; nil: there is none.
    package init?(text: String) {
        guard let name = AttributeName.byText[text] else { return nil }
        self = name
    }

    private static let byText = Dictionary(uniqueKeysWithValues: allCases.map { ($0.text, $0) })
}
