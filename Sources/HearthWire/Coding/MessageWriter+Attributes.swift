internal import CHearthProtocol
internal import HearthModel

/// Unsafe pointers: protobuf-c's repeated texts are an array of addresses.
extension MessageWriter {
    /// Sets the one of four fields that the values of an attribute need. The others stay empty.
    func write(
        _ value: AttributeValue,
        _ integers: inout ProtobufCBinaryData,
        _ numbers: inout ProtobufCBinaryData,
        _ texts: inout UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
        count: inout Int,
        _ uuids: inout ProtobufCBinaryData
    ) {
        switch value {
        case .integers(let values): integers = column(values)
        case .numbers(let values): numbers = column(values)
        case .texts(let values):
            count = values.count
            texts = self.texts(values)
        case .ids(let values): uuids = column(values)
        }
    }
}
