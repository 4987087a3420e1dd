/// The order of the bytes of a message's numbers, which each definition chooses.
enum FITByteOrder {
    case little
    case big

    func unsigned(_ bytes: Span<UInt8>, _ start: Int, size: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<size {
            let byte = bytes[start + (self == .little ? size - 1 - index : index)]
            value = value << 8 | UInt64(byte)
        }
        return value
    }
}
