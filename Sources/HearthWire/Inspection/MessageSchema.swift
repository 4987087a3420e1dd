internal import CHearthProtocol

/// A message as hearth.proto declares it, from protobuf-c's generated descriptors.
///
/// Unsafe pointers: the descriptors are constants of the generated code.
struct MessageSchema {
    private let descriptor: UnsafePointer<ProtobufCMessageDescriptor>

    static func frame(from sender: FrameSender) -> MessageSchema? {
        switch sender {
        case .client:
            var frame = Hearth__V1__ClientFrame()
            hearth__v1__client_frame__init(&frame)
            return MessageSchema(frame.base.descriptor)
        case .server:
            var frame = Hearth__V1__ServerFrame()
            hearth__v1__server_frame__init(&frame)
            return MessageSchema(frame.base.descriptor)
        }
    }

    fileprivate init?(_ descriptor: UnsafePointer<ProtobufCMessageDescriptor>?) {
        guard let descriptor else { return nil }
        self.descriptor = descriptor
    }

    var name: String { String(cString: descriptor.pointee.short_name) }

    /// The field with a number; nil: this version has none.
    func field(_ number: UInt32) -> FieldSchema? {
        guard let field = protobuf_c_message_descriptor_get_field(descriptor, number) else { return nil }
        return FieldSchema(field.pointee, of: name)
    }
}

/// A field of a message.
struct FieldSchema {
    enum Kind {
        case message(MessageSchema)
        case enumeration(EnumSchema)
        case unsigned
        case signed
        case truth
        case double
        case text
        case bytes
    }

    let name: String
    /// The message and the field, for example `SampleColumns.starts`.
    let path: String
    /// Nil for a kind that the schema does not use.
    let kind: Kind?

    fileprivate init(_ field: ProtobufCFieldDescriptor, of message: String) {
        name = String(cString: field.name)
        path = "\(message).\(name)"
        switch field.type {
        case PROTOBUF_C_TYPE_MESSAGE:
            kind = MessageSchema(field.descriptor?.assumingMemoryBound(to: ProtobufCMessageDescriptor.self))
                .map(Kind.message)
        case PROTOBUF_C_TYPE_ENUM:
            kind = EnumSchema(field.descriptor?.assumingMemoryBound(to: ProtobufCEnumDescriptor.self))
                .map(Kind.enumeration)
        case PROTOBUF_C_TYPE_UINT32, PROTOBUF_C_TYPE_UINT64: kind = .unsigned
        case PROTOBUF_C_TYPE_INT32, PROTOBUF_C_TYPE_INT64: kind = .signed
        case PROTOBUF_C_TYPE_BOOL: kind = .truth
        case PROTOBUF_C_TYPE_DOUBLE: kind = .double
        case PROTOBUF_C_TYPE_STRING: kind = .text
        case PROTOBUF_C_TYPE_BYTES: kind = .bytes
        default: kind = nil
        }
    }
}

/// An enum.
struct EnumSchema {
    private let descriptor: UnsafePointer<ProtobufCEnumDescriptor>

    fileprivate init?(_ descriptor: UnsafePointer<ProtobufCEnumDescriptor>?) {
        guard let descriptor else { return nil }
        self.descriptor = descriptor
    }

    /// The name of a number; the number itself if it has no name.
    func name(of number: UInt64) -> String {
        let value = Int32(truncatingIfNeeded: number)
        guard let found = protobuf_c_enum_descriptor_get_value(descriptor, value) else { return "\(value)" }
        return String(cString: found.pointee.name)
    }
}
