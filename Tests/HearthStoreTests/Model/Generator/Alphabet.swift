import HearthModel
import HearthStore
import HearthTestSupport

/// The few values that scripts are made of: so few that everything meets everything.
enum Alphabet {
    static let types: [ObjectType] = [
        "HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierBodyMass",
        "HKQuantityTypeIdentifierBloodPressureSystolic", "HKQuantityTypeIdentifierBloodPressureDiastolic",
        "HKCategoryTypeIdentifierSleepAnalysis", "HKCorrelationTypeIdentifierBloodPressure", "HKWorkoutTypeIdentifier",
        "HKWorkoutRouteTypeIdentifier", "HKDataTypeIdentifierHeartbeatSeries",
        "HKDataTypeIdentifierElectrocardiogram", "HKDataTypeIdentifierStateOfMind",
        "HKClinicalTypeIdentifierLabResultRecord",
    ].compactMap { ObjectType(identifier: $0) }

    static let quantityTypes = types.filter { $0.kind == .quantity }

    /// The units that values of a type come in; the first is the storage unit.
    static func units(of type: ObjectType) -> [Unit] {
        switch type.shortName {
        case "heartRate": ["count/min", "count/s"].map(unit)
        case "stepCount": ["count"].map(unit)
        case "bodyMass": ["kg", "g", "lb"].map(unit)
        case "bloodPressureSystolic", "bloodPressureDiastolic": ["mmHg", "kPa"].map(unit)
        default: []
        }
    }

    /// Of every age, and out of order: two halves of version 7, one of random ones.
    static let ids: [ObjectID] = {
        var random = SeededGenerator(seed: 29)
        let timeOrdered = (0..<90).map { index in
            ObjectID(high: UInt64(0x018D_F8C1_0000 + index * 3) << 16 | 0x7000, low: 1 << 63 | UInt64(index))
        }
        let others = (0..<60).map { _ in ObjectID(high: random.next(), low: random.next()) }
        return timeOrdered + others
    }()

    static let apps: [Write.Origin] = [
        Write.Origin(source: Source(bundleIdentifier: "org.example.run", name: "Run"), version: "1.0"),
        Write.Origin(
            source: Source(bundleIdentifier: "org.example.run", name: "Run"),
            version: "2.0",
            productType: "Watch7,1",
            operatingSystemVersion: OperatingSystemVersion(major: 11, minor: 2, patch: 0)
        ),
        Write.Origin(source: Source(bundleIdentifier: "org.example.r\u{E9}sum\u{E9}", name: "R\u{E9}sum\u{E9}")),
        Write.Origin(
            source: Source(bundleIdentifier: "com.example.scale", name: "Scale"),
            operatingSystemVersion: OperatingSystemVersion(major: 26, minor: 0, patch: 1)
        ),
        // The owner's tool on behalf of an app.
        Write.Origin(source: Source(bundleIdentifier: "com.example.scale", name: "Scale"), isOwnersTool: true),
    ]

    /// The apps' own, another spelling of one of them, and one that saves nothing.
    static let bundleIdentifiers = [
        "org.example.run", "org.example.r\u{E9}sum\u{E9}", "org.example.re\u{301}sume\u{301}", "com.example.scale",
        "org.example.none",
    ]

    static let devices: [Device] = [
        Device(name: "Band", model: "X1"), Device(name: "Band", manufacturer: "Example", model: "X1"),
        Device(), Device(hardwareVersion: "", localIdentifier: "7"),
    ]

    static let deviceTexts = ["Band", "X1", "Example", "", "7", "Y"]

    static let times: [Timestamp] =
        ([0, 1, 2, 3, 5, 8, 1_000_000_000, 90_000_000_000] as [Int64]).map {
            Timestamp(nanoseconds: 1_795_248_000_000_000_000 + $0)
        } + [Timestamp(nanoseconds: -5), Timestamp(nanoseconds: 0)]

    static let numbers: [Double] = [0, -0.0, 1, 60, 72.5, 95, 0.1, 1e9, -3]

    /// Of the two spellings of \u{E9} only one is stored, so that equal texts are equal bytes.
    static let storedTexts = ["a", "b", "ab", "ba", "", "\u{E9}", "z"]

    /// What is compared with them.
    static let texts = storedTexts + ["e\u{301}"]

    static let keys = ["note", "HKWasUserEntered", "z\u{E9}"]

    static let wholeNumbers: [Int64] = [0, 1, 2, -1, 9_007_199_254_740_993, .max, .min]

    static let doubles: [Double] = [0, 1, 1.5, 2, 9_007_199_254_740_992, 9.223372036854776e18, -1]
}
