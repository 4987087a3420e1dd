import HearthModel
import HearthWire
import Testing

/// What this version makes of a peer of version 1.6, which is made up: it has a call for forecasts, more fields in
/// messages that exist, and samples of a further kind.
@Suite struct NewerPeerTests {
    /// The made-up fields, by message: their numbers are taken by nothing here.
    private static let laterFields: [String: [MessageTree.Field]] = [
        // A token that lets a client resume its session, and what the client can do.
        "Hello": [
            MessageTree.Field(number: 50, value: .bytes([UInt8](repeating: 0xA5, count: 32))),
            MessageTree.Field(number: 51, value: .varint(0b1011)),
        ],
        // Where the server writes its log, and the time by which it will stop.
        "Welcome": [
            MessageTree.Field(number: 50, value: .text("/var/log/hearth")),
            MessageTree.Field(number: 51, value: .integer(-1)),
        ],
        // Two limits more.
        "Limits": [
            MessageTree.Field(number: 50, value: .varint(90)),
            MessageTree.Field(number: 51, value: .varint(UInt64(UInt32.max))),
        ],
        // A condition under which to save.
        "Save": [
            MessageTree.Field(
                number: 50,
                value: .message(MessageTree("", [MessageTree.Field(number: 1, value: .text("only if newer"))]))
            )
        ],
        // A column more, and a dictionary with its indexes.
        "SampleColumns": [
            MessageTree.Field(number: 50, value: .bytes([UInt8](repeating: 1, count: 24))),
            MessageTree.Field(number: 51, value: .bytes([])),
            MessageTree.Field(number: 52, value: .bytes([UInt8](repeating: 0, count: 12))),
        ],
    ]

    // MARK: - Requests of a newer client

    private static func frame(_ call: UInt64, _ number: UInt64, _ request: MessageTree) -> MessageTree {
        MessageTree(
            "ClientFrame",
            [
                MessageTree.Field(number: 1, value: .varint(call)),
                MessageTree.Field(number: number, value: .message(request)),
            ]
        )
    }

    /// Call 90: a forecast for a type in intervals. It has clauses as the known calls have, and fields of its own.
    private static let forecast = frame(
        9,
        90,
        MessageTree(
            "",
            [
                MessageTree.Field(
                    number: 1,
                    value: .message(
                        MessageTree(
                            "Clause",
                            [MessageTree.Field(number: 1, value: .text("HKQuantityTypeIdentifierStepCount"))]
                        )
                    )
                ),
                MessageTree.Field(number: 2, value: .integer(86_400_000_000_000)),
                MessageTree.Field(number: 3, value: .varint(1)),
            ]
        )
    )

    /// A newer client's session with this server: its Hello with a greater minor version, a save, the unknown call, and
    /// a query after it.
    @Test func aNewerClientIsServedAsFarAsThisVersionKnows() throws {
        let hello = Self.frame(
            1,
            2,
            MessageTree(
                "Hello",
                [
                    MessageTree.Field(number: 1, value: .varint(1)),
                    MessageTree.Field(number: 2, value: .varint(6)),
                    MessageTree.Field(
                        number: 3,
                        value: .message(MessageTree("App", [MessageTree.Field(number: 1, value: .text("org.example"))]))
                    ),
                ] + (Self.laterFields["Hello"] ?? [])
            )
        )
        let save = try #require(Corpus.requests.first { $0.name == "15-save-quantity" })
        let query = try #require(Corpus.requests.first { $0.name == "33-query-samples" })
        let stream = [hello, save.tree.withLaterFields(Self.laterFields), Self.forecast, query.tree].flatMap(\.framed)

        var splitter = FrameSplitter()
        let decoder = FrameDecoder()
        var results: [Result<Request, HearthError>] = []
        try splitter.push(stream.span.bytes) { body throws(HearthError) in
            results.append(try decoder.clientFrame(body).content)
        }
        #expect(results.count == 4)
        let expected = Hello(major: 1, minor: 6, app: App(bundleIdentifier: "org.example"))
        #expect(try results.first?.get() == .hello(expected))
        #expect(try results[1].get() == Codec().decode(ClientFrame.self, save.bytes).request)
        #expect(results[2].failure?.code == .unimplemented)
        #expect(try results[3].get() == Codec().decode(ClientFrame.self, query.bytes).request)
    }

    /// Every version that a Hello can name is decoded: which ones are spoken is the server's to say.
    @Test(arguments: [0, 1, 2, .max] as [UInt32], [0, 1, 7, .max] as [UInt32])
    func aHelloOfAnyVersionIsDecoded(_ major: UInt32, _ minor: UInt32) throws {
        let frame = ClientFrame(call: 1, .hello(Hello(major: major, minor: minor, app: App(bundleIdentifier: "a"))))
        let codec = Codec()
        #expect(try codec.decode(ClientFrame.self, frame.wireBytes.framed) == frame)
    }

    // MARK: - Replies of a newer server

    @Test(arguments: Corpus.frames.filter { frame in frame.sites.contains { laterFields[$0.field.type] != nil } })
    func laterFieldsOfKnownMessagesAreIgnored(_ frame: Corpus.Frame) throws {
        let codec = Codec()
        let tree = frame.tree.withLaterFields(Self.laterFields)
        #expect(tree != frame.tree)
        #expect(try codec.decode(tree, frame.direction) == codec.decode(frame.tree, frame.direction))
    }

    /// A forecast as a reply, between two that are known.
    @Test func aReplyToALaterCallIsPassedOver() throws {
        let reply = MessageTree(
            "ServerFrame",
            [
                MessageTree.Field(number: 1, value: .varint(9)),
                MessageTree.Field(number: 90, value: .bytes([0x0A, 0x08, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F])),
            ]
        )
        #expect(try Codec().decode(ServerFrame.self, reply.framed) == ServerFrame(call: 9, .unknown))
    }

    /// The versions that a server names come with the error, whatever else comes with them.
    @Test func aRefusedVersionNamesThoseThatAreSpoken() throws {
        let frame = try #require(Corpus.replies.first { $0.name == "05-error-versions" })
        let codec = Codec()
        guard case .server(let original) = try codec.decode(frame.tree, .server),
            case .error(let error) = original.reply
        else {
            Issue.record("the frame is no error")
            return
        }
        #expect(error.error.code == .versionUnsupported)
        #expect(error.versions != nil)

        // A server of 2.0 and 3.7, whose error says more than this version knows.
        let range = VersionRange(lowestMajor: 2, highestMajor: 3, highestMinor: 7)
        let reply = ErrorReply(HearthError(.versionUnsupported, "too old", field: "hello.major"), versions: range)
        let newer = ServerFrame(call: 1, .error(reply))
        let bytes = newer.wireBytes.framed
        let tree = try #require(MessageTree("ServerFrame", reading: bytes[Codec.prefixBytes...]))
        let unknown = MessageTree.Field(number: 50, value: .text("https://example.org/upgrade"))
        for site in tree.sites() where site.field.isMessage {
            let edited = tree.editing(site) { $0 = $0.withUnknownFields([unknown]) }
            #expect(try codec.decode(edited, .server) == .server(newer))
        }
    }
}

extension MessageTree {
    /// The message with further fields in it and in all messages within, by the messages' names.
    fileprivate func withLaterFields(_ later: [String: [Field]]) -> MessageTree {
        let edited = fields.map { field in
            guard case .message(let message) = field.value else { return field }
            return Field(number: field.number, value: .message(message.withLaterFields(later)))
        }
        return MessageTree(name, edited + (later[name] ?? []))
    }
}
