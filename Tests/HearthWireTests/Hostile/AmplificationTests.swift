import HearthModel
import HearthWire
import Testing

/// Frames that are small on the wire and large in memory, or cheap to send and expensive to read. The decoder's budget
/// counts every byte that unpacking takes, freed or not, so that an end to memory is an end to work too.
@Suite struct AmplificationTests {
    static let budgetText = "bytes of memory"

    /// Checks that a body ends the connection because of what it would take.
    static func expectExhaustion(
        _ direction: VectorFrame.Direction,
        _ body: [UInt8],
        _ comment: @autoclosure () -> String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let codec = Codec()
        let error = codec.connectionError(direction, body)
        let budget = Limits.unpackBytes(frameBytes: body.count)
        #expect(error?.code == .malformedFrame, "\(comment())", sourceLocation: sourceLocation)
        #expect(error?.field == "", "\(comment())", sourceLocation: sourceLocation)
        #expect(
            error?.message.contains("\(budget) \(budgetText)") == true,
            "\(comment()): \(error?.message ?? "accepted")",
            sourceLocation: sourceLocation
        )
        // The decoder is as good as before.
        let frame = Corpus.frames.first { $0.direction == direction }
        #expect(frame.map { codec.refusal($0.tree, direction) } == .some(nil), sourceLocation: sourceLocation)
    }

    // MARK: - Repeated singular messages

    /// One way to each singular message of the schema, in a frame that is valid.
    private static let singularMessages: [(frame: Corpus.Frame, site: Site)] = {
        var found: Set<Schema.Field> = []
        return Corpus.frames.flatMap { frame in
            frame.sites.filter { $0.field.isMessage && !$0.field.isRepeated && found.insert($0.field).inserted }
                .map { (frame, $0) }
        }
    }()

    /// The frame in which the message at a site is repeated for a megabyte.
    private static func repeating(_ content: MessageTree, _ frame: Corpus.Frame, _ site: Site) -> [UInt8] {
        let field = MessageTree.Field(number: site.field.number, value: .message(content))
        return frame.tree.editing(ownerOf: site) { $0.fields.append(.repeating(field, bytes: 1 << 20)) }.bytes
    }

    /// Each occurrence is merged into the ones before: what they hold is copied again and again.
    @Test func aMegabyteOfASingularMessageIsRefusedOrMerged() {
        #expect(Self.singularMessages.count > 40)
        for (frame, site) in Self.singularMessages where !Self.cheapMembers.contains(site.field.name) {
            let body = Self.repeating(MessageTree(site.field.type), frame, site)
            guard site.field.oneof != nil || site.field.isMerged else {
                let error = Codec().connectionError(frame.direction, body)
                #expect(error == nil || error?.code == .malformedFrame, "\(site.path)")
                continue
            }
            Self.expectExhaustion(frame.direction, body, site.path)
        }
    }

    /// Members of a oneof with a tag of two bytes and hardly any fields: a megabyte of them is less than the decoder allows.
    private static let cheapMembers: Set = [
        "source_ranks", "access_control", "access_list", "authorization", "authorization_status",
    ]

    /// The same where each occurrence adds to a list: without a budget the time is quadratic. A member of a oneof replaces
    /// the one before instead; with a tag of two bytes a megabyte of them is less than the decoder allows.
    @Test func aMegabyteOfAGrowingMessageIsRefused() {
        var types: Set<String> = []
        for (frame, site) in Self.singularMessages where site.field.oneof == nil || site.field.number < 16 {
            guard let content = MessageTree.shortestWithList(site.field.type) else { continue }
            types.insert(site.field.type)
            Self.expectExhaustion(frame.direction, Self.repeating(content, frame, site), site.path)
        }
        #expect(types.isSuperset(of: ["Metadata", "Predicate", "Save", "Deletions", "SampleBatch", "SourceMatch"]))
    }

    /// And where each has the contents of a valid one: the work for each is the same, and it is done or refused.
    @Test func aMegabyteOfAWholeMessageIsMergedOrRefused() throws {
        let codec = Codec()
        for (frame, site) in Self.singularMessages {
            guard case .message(let content) = site.value else { continue }
            let error = codec.connectionError(frame.direction, Self.repeating(content, frame, site))
            #expect(error == nil || error?.code == .malformedFrame, "\(frame.name), \(site.path)")
        }
    }

    @Test func aMessageWithEmptyRepetitionsIsMerged() throws {
        let codec = Codec()
        for (frame, site) in Self.singularMessages {
            let tree = frame.tree.editing(ownerOf: site) { owner in
                let empty = MessageTree.Field(number: site.field.number, value: .message(MessageTree(site.field.type)))
                owner.fields.append(contentsOf: repeatElement(empty, count: 100))
            }
            let isEqual = try codec.decode(tree, frame.direction) == codec.decode(frame.tree, frame.direction)
            #expect(isEqual, "\(frame.name), \(site.path)")
        }
    }

    /// Each singular message of each frame comes in as many parts as it has fields, after one whose numbers do not count.
    @Test func aMessageInPartsIsMerged() throws {
        let codec = Codec()
        var types: Set<String> = []
        for frame in Corpus.frames {
            for site in frame.sites where site.field.isMessage && !site.field.isRepeated {
                guard case .message(let content) = site.value else { continue }
                let numbers = content.fields.filter { field in
                    field.value.isNumber && Schema.hearth.field(field.number, of: content.name)?.isRepeated == false
                }.map { MessageTree.Field(number: $0.number, value: $0.value.otherNumber) }
                let parts =
                    [MessageTree(content.name, numbers)]
                    + content.fields.map { MessageTree(content.name, [$0]) }
                let tree = frame.tree.editing(ownerOf: site) { owner in
                    let index = site.position.last ?? 0
                    owner.fields.remove(at: index)
                    // With other fields of the owner between them.
                    for (offset, part) in parts.enumerated() {
                        let place = min(index + 2 * offset, owner.fields.count)
                        owner.fields.insert(
                            MessageTree.Field(number: site.field.number, value: .message(part)),
                            at: place
                        )
                    }
                }
                types.insert(site.field.type)
                let isEqual = try codec.decode(tree, frame.direction) == codec.decode(frame.tree, frame.direction)
                #expect(isEqual, "\(frame.name), \(site.path)")
            }
        }
        #expect(types.isSuperset(of: ["App", "Hello", "Save", "QuantityColumns", "MostRecent", "Interval", "Welcome"]))
    }

    // MARK: - Elements of two bytes

    /// A list in a frame: the field numbers on the way to it, after the frame's own.
    struct List: Sendable, CustomTestStringConvertible {
        var name: String
        var direction: VectorFrame.Direction
        var path: [UInt64]
        /// Whether a megabyte of the elements is less than the decoder allows: texts, which take less than messages, and
        /// what has a tag of two bytes.
        var isLight = false
        var testDescription: String { name }

        /// The frame with so many empty elements that it is as long as given, or a little shorter.
        func body(bytes: Int) -> [UInt8] {
            Self.body(path: path, content: [], bytes: bytes)
        }

        /// A frame in which a field with this content occurs again and again.
        static func body(path: [UInt64], content: [UInt8], bytes: Int) -> [UInt8] {
            let element = MessageTree.Field(number: path.last ?? 0, value: .bytes(content))
            let list = MessageTree("", [.repeating(element, bytes: bytes - 64)])
            let frame = path.dropLast().reversed().reduce(list) { content, number in
                MessageTree("", [MessageTree.Field(number: number, value: .message(content))])
            }
            return [0x08, 0x01] + frame.bytes
        }
    }

    static let lists: [List] = [
        List(name: "Provenance in a save", direction: .client, path: [3, 1, 5]),
        List(name: "Metadata in a save", direction: .client, path: [3, 1, 7]),
        List(name: "MetadataEntry in a save", direction: .client, path: [3, 1, 7, 1]),
        List(name: "WorkoutDetail in a save", direction: .client, path: [3, 1, 13, 3]),
        List(name: "WorkoutEvent in a save", direction: .client, path: [3, 1, 13, 3, 5]),
        List(name: "WorkoutActivity in a save", direction: .client, path: [3, 1, 13, 3, 6]),
        List(name: "WorkoutStatistics in a save", direction: .client, path: [3, 1, 13, 3, 7]),
        List(name: "SampleColumns in a save", direction: .client, path: [3, 1]),
        List(name: "Clause in a query", direction: .client, path: [6, 1]),
        List(name: "PredicateTerm in a query", direction: .client, path: [6, 1, 2, 1]),
        List(name: "SortKey in a query", direction: .client, path: [6, 2]),
        List(name: "Device in a query", direction: .client, path: [6, 1, 2, 1, 12, 1]),
        List(name: "text in a query", direction: .client, path: [6, 1, 2, 1, 10, 1], isLight: true),
        List(name: "text in a notice", direction: .server, path: [8, 1], isLight: true),
        List(name: "text in deletions", direction: .server, path: [7, 3, 3], isLight: true),
        List(name: "Source in a list", direction: .server, path: [9, 1]),
        List(name: "ConnectionStatus in a report", direction: .server, path: [12, 6]),
        List(name: "SubscriptionStatus in a report", direction: .server, path: [12, 6, 8]),
        List(name: "BackgroundAppStatus in a report", direction: .server, path: [12, 8]),
        List(name: "BackgroundRegistration in a request", direction: .client, path: [15, 1]),
        List(name: "text in a request", direction: .client, path: [15, 2], isLight: true),
        List(name: "BackgroundRegistration in a list", direction: .server, path: [13, 1]),
        List(name: "text of a command", direction: .client, path: [15, 4, 1], isLight: true),
        List(name: "text in an acknowledgement", direction: .client, path: [16, 2], isLight: true),
        List(name: "BackgroundTypeStatus in a report", direction: .server, path: [12, 8, 3]),
        List(name: "BackgroundTypeStatus of an app", direction: .server, path: [15, 3]),
        List(name: "unknown field of a frame", direction: .server, path: [16], isLight: true),
        List(name: "unknown field of a save", direction: .client, path: [3, 15]),
        List(name: "unknown field of metadata", direction: .client, path: [3, 1, 7, 15]),
        List(name: "request, a member of a oneof", direction: .client, path: [11]),
    ]

    @Test(arguments: lists)
    func aFrameFullOfEmptyElementsIsRefused(_ list: List) {
        let body = list.body(bytes: Int(Limits.standard.frameBytes))
        #expect(body.count > 16_700_000 && body.count <= 16 << 20)
        Self.expectExhaustion(list.direction, body, list.name)
    }

    @Test(arguments: lists.filter { !$0.isLight })
    func aMegabyteOfEmptyElementsIsRefused(_ list: List) {
        Self.expectExhaustion(list.direction, list.body(bytes: 1 << 20), list.name)
    }

    /// What honest messages might come near to does not end the connection.
    @Test(arguments: lists)
    func aFewHundredEmptyElementsEndTheCallAtMost(_ list: List) {
        #expect(Codec().connectionError(list.direction, list.body(bytes: 1 << 9)) == nil)
    }
}

extension MessageTree.Field {
    /// A field that occurs again and again, for so many bytes or a little less. All but the first tag stand in the
    /// contents of the first, so that a million of them are one field here.
    fileprivate static func repeating(_ field: MessageTree.Field, bytes: Int) -> MessageTree.Field {
        let one = MessageTree("", [field]).bytes
        var tag: [UInt8] = []
        tag.appendVarint(field.number << 3 | 2)
        var all = one
        let count = bytes / one.count * one.count
        while all.count < count {
            all.append(contentsOf: all.prefix(count - all.count))
        }
        return MessageTree.Field(number: field.number, value: .raw(wireType: 2, Array(all.dropFirst(tag.count))))
    }
}

extension Schema.Field {
    /// Whether protobuf-c merges messages of the field's type as protobuf says, and uses up the budget for it. The decoder
    /// itself merges others, with each occurrence copied once.
    fileprivate var isMerged: Bool {
        (Schema.hearth.messages[type] ?? []).allSatisfy { field in
            if field.isRepeated { return true }
            return field.oneof == nil
                && (["string", "bytes"].contains(field.type) || field.isMessage && field.isMerged)
        }
    }
}

extension MessageTree {
    /// The shortest message of a type that holds an element of a list, which adds up when the message is merged with
    /// others; nil when the type has no lists. What is in a oneof is replaced and not merged.
    fileprivate static func shortestWithList(_ type: String) -> MessageTree? {
        var found: MessageTree?
        for field in Schema.hearth.messages[type] ?? []
        where field.isRepeated || (field.isMessage && field.oneof == nil) {
            guard let content = field.isRepeated ? MessageTree(field.type) : shortestWithList(field.type) else {
                continue
            }
            let message = MessageTree(type, [Field(number: field.number, value: .message(content))])
            if message.bytes.count < found?.bytes.count ?? .max { found = message }
        }
        return found
    }
}
