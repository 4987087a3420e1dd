/// A field that the developer of a sensor or app describes in the file itself.
struct FITDeveloperField {
    struct Key: Hashable {
        let developer: UInt8
        let number: UInt8
    }

    let baseType: FITBaseType
    private let divisor: Double
    private let offset: Double
    /// The `record` field for which it holds the sensor's own value; nil: none of the profile's.
    let recordField: FITRecordField?

    init?(_ message: FITValues) {
        guard let type = message[2].flatMap({ UInt8(exactly: $0) }).flatMap(FITBaseType.init) else { return nil }
        baseType = type
        divisor = message[6].flatMap { $0 > 0 ? $0 : nil } ?? 1
        offset = message[7] ?? 0
        let isOfRecord = message[14] == Double(FITMessageType.record.rawValue)
        recordField = isOfRecord ? message[15].flatMap { UInt8(exactly: $0) }.flatMap(FITRecordField.init) : nil
    }

    /// The value in the unit of the description, which for native fields is the profile's.
    func value(_ raw: Double) -> Double {
        raw / divisor - offset
    }

    static func key(_ message: FITValues) -> Key? {
        guard let developer = message[0].flatMap({ UInt8(exactly: $0) }),
            let number = message[1].flatMap({ UInt8(exactly: $0) })
        else { return nil }
        return Key(developer: developer, number: number)
    }
}
