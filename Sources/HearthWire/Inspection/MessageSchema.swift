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

    /// The field with a number. Nil if this version has none.
    func field(_ number: UInt32) -> FieldSchema? {
        guard let field = protobuf_c_message_descriptor_get_field(descriptor, number) else { return nil }
        return FieldSchema(field, of: self)
    }
}

/// A field of a message.
///
/// Unsafe pointers: the descriptors are constants of the generated code.
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

    private let descriptor: UnsafePointer<ProtobufCFieldDescriptor>
    private let owner: MessageSchema

    fileprivate init(_ descriptor: UnsafePointer<ProtobufCFieldDescriptor>, of owner: MessageSchema) {
        self.descriptor = descriptor
        self.owner = owner
    }

    var name: String { String(cString: descriptor.pointee.name) }

    /// The message and the field, for example `SampleColumns.starts`.
    var path: String { "\(owner.name).\(name)" }

    var isRepeated: Bool { descriptor.pointee.label == PROTOBUF_C_LABEL_REPEATED }

    /// Identifies the `oneof` of the message to which the field belongs. Nil if it belongs to none.
    var oneof: UInt32? {
        let isMember = descriptor.pointee.flags & PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue != 0
        return isMember ? descriptor.pointee.quantifier_offset : nil
    }

    /// The message that the field holds. Nil if it holds something else.
    var message: MessageSchema? {
        guard descriptor.pointee.type == PROTOBUF_C_TYPE_MESSAGE else { return nil }
        return MessageSchema(descriptor.pointee.descriptor?.assumingMemoryBound(to: ProtobufCMessageDescriptor.self))
    }

    /// Nil for a kind that the schema does not use.
    var kind: Kind? {
        switch descriptor.pointee.type {
        case PROTOBUF_C_TYPE_MESSAGE: message.map(Kind.message)
        case PROTOBUF_C_TYPE_ENUM:
            EnumSchema(descriptor.pointee.descriptor?.assumingMemoryBound(to: ProtobufCEnumDescriptor.self))
                .map(Kind.enumeration)
        case PROTOBUF_C_TYPE_UINT32, PROTOBUF_C_TYPE_UINT64: .unsigned
        case PROTOBUF_C_TYPE_INT32, PROTOBUF_C_TYPE_INT64: .signed
        case PROTOBUF_C_TYPE_BOOL: .truth
        case PROTOBUF_C_TYPE_DOUBLE: .double
        case PROTOBUF_C_TYPE_STRING: .text
        case PROTOBUF_C_TYPE_BYTES: .bytes
        default: nil
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
