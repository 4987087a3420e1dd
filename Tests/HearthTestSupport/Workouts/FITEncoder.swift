/// Writes FIT files, independently of the reader.
package struct FITEncoder {
    /// A field of a definition: its number, size, and base type.
    package typealias Field = (number: UInt8, size: UInt8, type: UInt8)

    package private(set) var messages: [UInt8] = []
    private var definitions: [UInt8: (fields: [Field], developerFields: [Field], isBig: Bool)] = [:]

    package init() {}

    /// Defines a local type. `developerFields` have the number of the developer as their type.
    package mutating func define(
        _ local: UInt8,
        _ message: UInt16,
        _ fields: [Field],
        developerFields: [Field] = [],
        isBig: Bool = false
    ) {
        definitions[local] = (fields, developerFields, isBig)
        messages += [0x40 | local | (developerFields.isEmpty ? 0 : 0x20), 0, isBig ? 1 : 0]
        messages += bytes(UInt64(message), 2, isBig)
        for list in developerFields.isEmpty ? [fields] : [fields, developerFields] {
            messages.append(UInt8(list.count))
            for field in list {
                messages += [field.number, field.size, field.type]
            }
        }
    }

    /// Writes a message with the values of its fields, negative ones in two's complement.
    package mutating func write(_ local: UInt8, _ values: Int64...) {
        write(local, values: values)
    }

    /// Writes a message with the values of its fields, negative ones in two's complement.
    package mutating func write(_ local: UInt8, values: [Int64]) {
        write(header: local, local, values)
    }

    /// Writes a message whose header has the last five bits of the time.
    package mutating func write(_ local: UInt8, timeOffset: UInt8, _ values: Int64...) {
        write(header: 0x80 | local << 5 | timeOffset, local, values)
    }

    private mutating func write(header: UInt8, _ local: UInt8, _ values: [Int64]) {
        guard let definition = definitions[local] else { preconditionFailure("the local type is not defined") }
        messages.append(header)
        for (field, value) in zip(definition.fields + definition.developerFields, values) {
            messages += bytes(UInt64(bitPattern: value), Int(field.size), definition.isBig)
        }
    }

    /// Adds bytes as they are.
    package mutating func append(_ bytes: [UInt8]) {
        messages += bytes
    }

    /// The file. `length` is what the header says, when it is to lie.
    package func file(headerBytes: UInt8 = 14, length: Int? = nil, checksum: UInt16? = nil) -> [UInt8] {
        var file: [UInt8] = [headerBytes, 0x20, 0x54, 0x08] + bytes(UInt64(length ?? messages.count), 4, false)
        file += Array(".FIT".utf8)
        if headerBytes >= 14 {
            file += bytes(UInt64(Self.checksum(file)), 2, false)
        }
        file += Array(repeating: 0, count: Int(headerBytes) - file.count) + messages
        return file + bytes(UInt64(checksum ?? Self.checksum(file)), 2, false)
    }

    private func bytes(_ value: UInt64, _ size: Int, _ isBig: Bool) -> [UInt8] {
        let little = (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) : 0 }
        return isBig ? little.reversed() : little
    }

    /// Bit by bit, as the definition of the checksum has it.
    private static func checksum(_ bytes: [UInt8]) -> UInt16 {
        var value: UInt16 = 0
        for byte in bytes {
            value ^= UInt16(byte)
            for _ in 0..<8 {
                value = value & 1 == 1 ? value >> 1 ^ 0xa001 : value >> 1
            }
        }
        return value
    }
}
