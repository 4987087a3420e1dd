import HearthModel

/// A prescription of glasses or contact lenses between its start and its end.
struct HealthPrescription {
    /// A property of a lens: its attributes in the format, and its names in records.
    struct Property {
        let value, unit: HealthAttribute
        let right, left: AttributeName
        let storageUnit: Unit

        init(
            _ value: HealthAttribute,
            _ unit: HealthAttribute,
            _ right: AttributeName,
            _ left: AttributeName,
            _ storageUnit: Unit
        ) {
            self.value = value
            self.unit = unit
            self.right = right
            self.left = left
            self.storageUnit = storageUnit
        }

        static let all = [
            Property(.sphere, .sphereUnit, .rightSphere, .leftSphere, .diopter),
            Property(.cylinder, .cylinderUnit, .rightCylinder, .leftCylinder, .diopter),
            Property(.axis, .axisUnit, .rightAxis, .leftAxis, .degree),
            Property(.add, .addUnit, .rightAddPower, .leftAddPower, .diopter),
            Property(.vertex, .vertexUnit, .rightVertexDistance, .leftVertexDistance, .millimeter),
            Property(.farPD, .farPDUnit, .rightFarPupillaryDistance, .leftFarPupillaryDistance, .millimeter),
            Property(.nearPD, .nearPDUnit, .rightNearPupillaryDistance, .leftNearPupillaryDistance, .millimeter),
            Property(.baseCurve, .baseCurveUnit, .rightBaseCurve, .leftBaseCurve, .millimeter),
            Property(.diameter, .diameterUnit, .rightDiameter, .leftDiameter, .millimeter),
        ]
    }

    /// The source of prescriptions that name none, as Apple's do.
    private static let standardSource = "Health"
    /// What is prescribed, with its number in records.
    static let kinds: [(name: String, number: Int64)] = [("Glasses", 1), ("Contacts", 2)]

    let times: HealthTimes
    let source: HealthSource
    private(set) var record = Record()

    /// Nil if it is not taken, which is counted.
    init?(_ attributes: inout HealthAttributes, _ output: inout HealthOutput) {
        guard output.selection.wants(.visionPrescription) else { return nil }
        let type = attributes.text(.type) ?? ""
        let kind = Self.kinds.first { type.hasSuffix($0.name) || type == "\($0.number)" }
        guard let issued = attributes.day(.dateIssued), let kind,
            let source = output.source(&attributes, standard: Self.standardSource)
        else {
            output.tally.omit(ObjectType.visionPrescription.identifier, kind == nil ? .invalidValue : .invalidDate)
            return nil
        }
        let end = attributes.date(.endDate) ?? issued
        times = HealthTimes(
            start: issued,
            end: end.seconds < issued.seconds ? issued : end,
            creation: attributes.date(.creationDate)
        )
        self.source = source
        record.set(.prescriptionType, kind.number)
        record.set(.expiration, attributes.day(.expirationDate)?.timestamp)
        record.set(.brand, attributes.text(.brand))
    }

    /// Adds the lens for an eye. A property in a unit of something else is left out, which is counted.
    mutating func addLens(_ attributes: inout HealthAttributes, isLeft: Bool, _ tally: inout HealthTally) {
        func number(_ value: HealthAttribute, _ unit: HealthAttribute, in target: Unit) -> Double? {
            guard attributes[value] != nil else { return nil }
            let number = attributes.number(value, unit, in: target)
            if number == nil {
                tally.omit((isLeft ? HealthElement.leftEye : .rightEye).rawValue, .invalidValue)
            }
            return number
        }
        for property in Property.all {
            let number = number(property.value, property.unit, in: property.storageUnit)
            record.set(isLeft ? property.left : property.right, number)
        }
        if let amount = number(.prismAmount, .prismAmountUnit, in: .prismDiopter),
            let angle = number(.prismAngle, .prismAngleUnit, in: .degree)
        {
            let prism = LensPrism(amount: amount, angle: angle, isLeft: isLeft)
            record.set(
                isLeft ? .leftPrism : .rightPrism,
                isLeft ? .leftPrismBases : .rightPrismBases,
                prism
            )
        }
    }
}
