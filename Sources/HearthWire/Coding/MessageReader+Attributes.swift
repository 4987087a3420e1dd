internal import CHearthProtocol
internal import HearthModel

/// Unsafe pointers: protobuf-c's repeated texts are an array of addresses.
extension MessageReader {
    /// The name of an attribute that this version knows.
    func attributeName(
        _ name: Hearth__V1__AttributeName,
        _ path: @autoclosure () -> String
    ) throws(HearthError) -> AttributeName {
        guard let name = AttributeName(rawValue: name.rawValue) else {
            throw HearthError(.valueOutOfRange, "The name of the attribute is not known.", field: path())
        }
        return name
    }

    /// The only one of four fields that is there.
    func attributeValue(
        _ integers: ProtobufCBinaryData,
        _ numbers: ProtobufCBinaryData,
        _ texts: (pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, count: Int),
        _ uuids: ProtobufCBinaryData,
        _ path: String,
        atMost limit: Int
    ) throws(HearthError) -> AttributeValue {
        var values: [AttributeValue] = []
        if integers.len > 0 { values.append(.integers(try column(integers, "integers"))) }
        if numbers.len > 0 { values.append(.numbers(try column(numbers, "numbers"))) }
        if texts.count > 0 {
            guard texts.count <= limit else {
                throw HearthError(
                    .limitExceeded,
                    "The attribute has \(texts.count) texts, and the limit is \(limit).",
                    field: "texts"
                )
            }
            values.append(.texts(try self.texts(texts.pointers, texts.count, "texts")))
        }
        if uuids.len > 0 { values.append(.ids(try column(uuids, "uuids"))) }
        guard let value = values.first else {
            throw HearthError(.malformedColumn, "The attribute has no value.", field: path)
        }
        guard values.count == 1 else {
            throw HearthError(.invalidArgument, "The attribute has values of several forms.", field: path)
        }
        return value
    }
}
