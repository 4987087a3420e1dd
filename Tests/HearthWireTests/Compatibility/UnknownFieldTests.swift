import HearthModel
import HearthWire
import Testing

/// Fields of a later minor version: whoever does not know them ignores them, in every message.
@Suite struct UnknownFieldTests {
    /// Numbers that no message uses: the smallest that is free everywhere, and the greatest that there is.
    private static let numbers: [UInt64] = [50, 1000, 536_870_911]

    private static let values: [MessageTree.Value] = [
        .varint(0),
        .varint(.max),
        .fixed64(0x0123_4567_89AB_CDEF),
        .fixed32(0x0123_4567),
        .bytes([]),
        .bytes(Array("later".utf8)),
        // What a later message might look like, and what is neither message nor text.
        .message(MessageTree("", [MessageTree.Field(number: 1, value: .varint(1))])),
        .bytes([0xFF, 0x00, 0x80]),
    ]

    @Test func theNumbersAreFree() {
        for field in Schema.hearth.fields {
            #expect(!Self.numbers.contains(field.number))
        }
    }

    /// Every message of the schema occurs, each with something unknown in front, at the end and in between.
    @Test func unknownFieldsAreIgnoredInEveryMessage() throws {
        let codec = Codec()
        var messages: Set<String> = []
        for frame in Corpus.frames {
            let original = try codec.decode(frame.tree, frame.direction)
            func expectEqual(_ tree: MessageTree, _ path: String) {
                guard let decoded = try? codec.decode(tree, frame.direction), decoded == original else {
                    Issue.record("\(frame.name): an unknown field in \(path) is not ignored")
                    return
                }
            }
            expectEqual(frame.tree.withUnknownFields(Self.unknownFields), "the frame")
            messages.insert(frame.tree.name)
            for site in frame.sites where site.field.isMessage {
                messages.insert(site.field.type)
                for unknown in Self.unknownFields {
                    expectEqual(frame.tree.editing(site) { $0 = $0.withUnknownFields([unknown]) }, site.path)
                }
                expectEqual(frame.tree.editing(site) { $0 = $0.withUnknownFields(Self.unknownFields) }, site.path)
            }
        }
        #expect(messages == Set(Schema.hearth.messages.keys))
    }

    /// All at once, as a peer of a much later version would send them.
    @Test(arguments: Corpus.frames)
    func unknownFieldsAreIgnoredEverywhereAtOnce(_ frame: Corpus.Frame) throws {
        let codec = Codec()
        let tree = frame.tree.withUnknownFieldsEverywhere(Self.unknownFields)
        let original = try codec.decode(frame.tree, frame.direction)
        let decoded = try codec.decode(tree, frame.direction)
        #expect(decoded == original)
        // They are not passed on: what is written is what this version knows.
        #expect(try codec.encode(decoded) == codec.encode(original))
    }

    private static let unknownFields: [MessageTree.Field] = numbers.flatMap { number in
        values.map { MessageTree.Field(number: number, value: $0) }
    }
}

extension MessageTree {
    /// The message with further fields in front, at the end and between all others.
    func withUnknownFields(_ unknown: [Field]) -> MessageTree {
        MessageTree(name, unknown + fields.flatMap { [$0] + unknown })
    }

    /// The message with further fields in it and in all messages within.
    fileprivate func withUnknownFieldsEverywhere(_ unknown: [Field]) -> MessageTree {
        let edited = fields.map { field in
            guard case .message(let message) = field.value else { return field }
            return Field(number: field.number, value: .message(message.withUnknownFieldsEverywhere(unknown)))
        }
        return MessageTree(name, edited).withUnknownFields(unknown)
    }
}
