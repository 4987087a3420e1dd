import HearthModel
import HearthWire
import Testing

/// Messages that are deep, and wire types that this protocol does not use.
@Suite struct NestingTests {
    private static let levels = 10_000

    /// A message in a message in a message, all in the field of this number.
    private static func nested(_ number: UInt64, levels: Int) -> [UInt8] {
        // From the inside to the outside, written backwards: a length is known when what follows it is there.
        var reversed: [UInt8] = []
        for _ in 0..<levels {
            var head: [UInt8] = []
            head.appendVarint(number << 3 | 2)
            head.appendVarint(UInt64(reversed.count))
            reversed += head.reversed()
        }
        return reversed.reversed()
    }

    private static let ping: [UInt8] = [0x08, 0x01, 0x5A, 0x02, 0x0A, 0x00]

    /// Unknown fields are not looked into, however deep they are.
    @Test func anUnknownFieldMayBeDeep() {
        let deep = Self.nested(1000, levels: Self.levels)
        #expect(deep.count > 4 * Self.levels)
        for (direction, body) in [(VectorFrame.Direction.client, Self.ping), (.server, [0x08, 0x01, 0x5A, 0x00])] {
            #expect(Codec().connectionError(direction, body + deep) == nil)
        }
    }

    /// In every message, in place of nothing and beside everything.
    @Test func anUnknownFieldMayBeDeepInEveryMessage() throws {
        let deep = MessageTree.Field(number: 1000, value: .bytes(Self.nested(1, levels: Self.levels)))
        let codec = Codec()
        for frame in Corpus.frames {
            let original = try codec.decode(frame.tree, frame.direction)
            for site in frame.sites where site.field.isMessage {
                let tree = frame.tree.editing(site) { $0.fields.append(deep) }
                let isEqual = try codec.decode(tree, frame.direction) == original
                #expect(isEqual, "\(frame.name), \(site.path)")
            }
        }
    }

    /// No message holds itself: where a known one is expected, what is deeper than the schema is an unknown field or
    /// none at all.
    @Test func aKnownFieldIsNoDeeperThanTheSchema() {
        var depths: [String: Int] = [:]
        func depth(_ message: String, _ above: Set<String>) -> Int {
            #expect(!above.contains(message), "\(message) holds itself")
            guard !above.contains(message) else { return 0 }
            if let depth = depths[message] { return depth }
            let within = (Schema.hearth.messages[message] ?? []).filter(\.isMessage)
                .map { depth($0.type, above.union([message])) }
            let depth = 1 + (within.max() ?? 0)
            depths[message] = depth
            return depth
        }
        #expect(depth("ClientFrame", []) < 12)
        #expect(depth("ServerFrame", []) < 12)
        for number in UInt64(2)...14 {
            let body = [0x08, 0x01] + Self.nested(number, levels: Self.levels)
            _ = Codec().connectionError(.client, body)
            _ = Codec().connectionError(.server, body)
        }
    }

    // MARK: - Wire types

    /// Groups, and the two wire types that do not exist, end the connection wherever they stand.
    @Test(arguments: [3, 4, 6, 7] as [UInt64])
    func aWireTypeThatIsNotUsedEndsTheConnection(_ wireType: UInt64) {
        let codec = Codec()
        for frame in Corpus.frames {
            for site in frame.sites where site.field.isMessage {
                for number in [1, 1000] as [UInt64] {
                    let group = MessageTree.Field(number: number, value: .raw(wireType: wireType, []))
                    let tree = frame.tree.editing(site) { $0.fields.append(group) }
                    let error = codec.connectionError(frame.direction, tree.bytes)
                    #expect(error?.code == .malformedFrame, "\(frame.name), \(site.path)")
                }
            }
        }
    }

    @Test func deepGroupsEndTheConnection() {
        var start: [UInt8] = []
        start.appendVarint(1000 << 3 | 3)
        var end: [UInt8] = []
        end.appendVarint(1000 << 3 | 4)
        let groups =
            repeatElement(start, count: Self.levels).flatMap(\.self)
            + repeatElement(end, count: Self.levels).flatMap(\.self)
        #expect(Codec().connectionError(.client, Self.ping + groups)?.code == .malformedFrame)
    }

    /// A known field of another wire type than its own.
    @Test func aFieldOfAnotherWireTypeEndsTheConnectionOrIsRefused() {
        let codec = Codec()
        var refused = 0
        for frame in Corpus.frames {
            for site in frame.sites {
                for value in [.varint(1), .fixed64(1), .fixed32(1), .bytes([0xFF])] as [MessageTree.Value] {
                    let tree = frame.tree.replacing(site, with: value)
                    guard let error = codec.connectionError(frame.direction, tree.bytes) else { continue }
                    #expect(error.code == .malformedFrame, "\(frame.name), \(site.path)")
                    refused += 1
                }
            }
        }
        #expect(refused > Corpus.fields.count)
    }

    /// Numbers of fields that protobuf does not allow, and tags that do not end.
    @Test(arguments: [[0x00, 0x00], [0x02, 0x00], [0x80, 0x80, 0x80, 0x80, 0x80, 0x01, 0x00]] as [[UInt8]])
    func aFieldNumberThatDoesNotExistEndsTheConnection(_ field: [UInt8]) {
        #expect(Codec().connectionError(.client, Self.ping + field)?.code == .malformedFrame)
    }
}
