/// The layout of the messages of a local type, until the type is defined again.
struct FITDefinition {
    let message: FITMessageType?
    let order: FITByteOrder
    private(set) var fields: [FITField] = []
    private(set) var developerFields: [FITField] = []
    /// The size of a message after its header.
    private(set) var byteCount = 0
    /// Where the seconds since FIT's epoch are.
    private(set) var timestampStart: Int?

    /// The size of the part up to the number of fields, of a field, and of a definition with as many as there can be.
    static let headBytes = 5
    static let fieldBytes = 3

    /// The size of a definition after its header byte; nil: more bytes are needed to compute it.
    static func byteCount(_ bytes: Span<UInt8>, _ start: Int, hasDeveloperFields: Bool) -> Int? {
        guard start + headBytes <= bytes.count else { return nil }
        var count = headBytes + Int(bytes[start + 4]) * fieldBytes
        if hasDeveloperFields {
            guard start + count < bytes.count else { return nil }
            count += 1 + Int(bytes[start + count]) * fieldBytes
        }
        return count
    }

    /// `bytes` hold a whole definition from `start`.
    init(_ bytes: Span<UInt8>, _ start: Int, hasDeveloperFields: Bool) {
        order = bytes[start + 1] & 1 == 1 ? .big : .little
        message = FITMessageType(rawValue: UInt16(order.unsigned(bytes, start + 2, size: 2)))
        var next = start + Self.headBytes
        for _ in 0..<bytes[start + 4] {
            let field = field(bytes, next)
            if field.number == FITValues.timestampField, field.baseType == .uint32, field.size == 4 {
                timestampStart = field.start
            }
            fields.append(field)
            next += Self.fieldBytes
        }
        if hasDeveloperFields {
            let count = bytes[next]
            next += 1
            for _ in 0..<count {
                developerFields.append(field(bytes, next))
                next += Self.fieldBytes
            }
        }
    }

    private mutating func field(_ bytes: Span<UInt8>, _ start: Int) -> FITField {
        let size = Int(bytes[start + 1])
        defer { byteCount += size }
        return FITField(number: bytes[start], typeOrDeveloper: bytes[start + 2], start: byteCount, size: size)
    }
}

/// Where a field is in the messages of a definition.
struct FITField {
    /// The number of the field in the profile, or in the developer's description.
    let number: UInt8
    /// The number of the base type. In a developer field it is that of the developer.
    let typeOrDeveloper: UInt8
    let start: Int
    /// 0: the field is absent.
    let size: Int

    /// The base type, when the size is one that it can have.
    var baseType: FITBaseType? {
        guard let type = FITBaseType(rawValue: typeOrDeveloper), size > 0, size % type.size == 0 else { return nil }
        return type
    }
}
