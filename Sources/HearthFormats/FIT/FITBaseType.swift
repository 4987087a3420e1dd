/// The types of FIT's fields. The numbers are those of the files.
enum FITBaseType: UInt8 {
    case enumeration = 0x00
    case int8 = 0x01
    case uint8 = 0x02
    case string = 0x07
    case uint8z = 0x0a
    case byte = 0x0d
    case int16 = 0x83
    case uint16 = 0x84
    case int32 = 0x85
    case uint32 = 0x86
    case float32 = 0x88
    case float64 = 0x89
    case uint16z = 0x8b
    case uint32z = 0x8c
    case int64 = 0x8e
    case uint64 = 0x8f
    case uint64z = 0x90

    var size: Int {
        switch self {
        case .enumeration, .int8, .uint8, .string, .uint8z, .byte: 1
        case .int16, .uint16, .uint16z: 2
        case .int32, .uint32, .uint32z, .float32: 4
        case .int64, .uint64, .uint64z, .float64: 8
        }
    }

    /// The number in the bytes; nil for the "no value" sentinel and for other types.
    func number(_ bytes: Span<UInt8>, _ start: Int, _ order: FITByteOrder) -> Double? {
        let bits = order.unsigned(bytes, start, size: size)
        switch self {
        case .enumeration, .uint8, .byte:
            return bits == 0xff ? nil : Double(bits)
        case .uint16:
            return bits == 0xffff ? nil : Double(bits)
        case .uint32:
            return bits == 0xffff_ffff ? nil : Double(bits)
        case .uint64:
            return bits == .max ? nil : Double(bits)
        case .uint8z, .uint16z, .uint32z, .uint64z:
            return bits == 0 ? nil : Double(bits)
        case .int8:
            return bits == 0x7f ? nil : Double(Int8(truncatingIfNeeded: bits))
        case .int16:
            return bits == 0x7fff ? nil : Double(Int16(truncatingIfNeeded: bits))
        case .int32:
            return bits == 0x7fff_ffff ? nil : Double(Int32(truncatingIfNeeded: bits))
        case .int64:
            return bits == 0x7fff_ffff_ffff_ffff ? nil : Double(Int64(bitPattern: bits))
        case .float32:
            let number = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
            return number.isFinite ? Double(number) : nil
        case .float64:
            let number = Double(bitPattern: bits)
            return number.isFinite ? number : nil
        case .string:
            return nil
        }
    }
}
