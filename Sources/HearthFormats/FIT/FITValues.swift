/// The numbers of a message by field, without sentinels and arrays. It is not used for records, because a file has
/// tens of thousands of them.
struct FITValues {
    private(set) var timestamp: Double?
    private var numbers: [UInt8: Double] = [:]
    private var texts: [UInt8: String] = [:]

    static let timestampField: UInt8 = 253

    init(_ definition: FITDefinition, _ bytes: Span<UInt8>, _ start: Int, timestamp: UInt32?) {
        for field in definition.fields {
            guard let type = field.baseType else { continue }
            if type == .string {
                texts[field.number] = Self.text(bytes, start + field.start, size: field.size)
            } else if field.size == type.size {
                numbers[field.number] = type.number(bytes, start + field.start, definition.order)
            }
        }
        self.timestamp = numbers[Self.timestampField] ?? timestamp.map(Double.init)
    }

    subscript(field: UInt8) -> Double? { numbers[field] }

    func text(_ field: UInt8) -> String? { texts[field] }

    private static func text(_ bytes: Span<UInt8>, _ start: Int, size: Int) -> String? {
        var text: [UInt8] = []
        for index in start..<start + size {
            guard bytes[index] != 0 else { break }
            text.append(bytes[index])
        }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
