import Foundation
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// The server's log and the texts of its errors hold nothing of what apps send: no value, no name, no text.
@Suite struct PrivacyTests {
    private static let number = 271_828.1828
    private static let marks = ["271828", "2.71828", "zebra", "Zebra"]

    @Test func nothingOfAnAppIsInTheLogOrInErrors() throws {
        let server = try ServerProcess(in: ServerFolder())
        var texts: [String] = []
        let client = try server.connect("org.zebra.app")
        try client.save([samples(ObjectID(high: 1, low: 1), Self.number)])
        texts += try refusedWrites(client)
        texts += try refusedReads(client)
        let other = try server.connect("org.zebra.other")
        texts.append(try error(.deleteObjects(DeleteObjects(.objects([ObjectID(high: 1, low: 1)]))), other))
        #expect(texts.allSatisfy { !$0.isEmpty }, "everything is refused")

        for bytes in [Array("zebra zebra zebra".utf8), [10, 0, 0, 0] + Array("zebrazebra".utf8), [0, 0, 0, 0]] {
            let broken = try server.connect("org.zebra.broken")
            try broken.send(bytes)
            texts += try broken.receiveAll().map { "\($0.reply)" }
        }
        let stranger = try SocketClient(server.folder.socket)
        try stranger.send(.save(Save(columns: [samples(ObjectID(high: 9, low: 9), Self.number)])))
        texts += try stranger.receiveAll().map { "\($0.reply)" }

        _ = try client.status()
        try server.stop()
        for text in texts + [server.log] {
            for mark in Self.marks {
                #expect(!text.contains(mark), "\(text)")
            }
        }
        // The log was written at all.
        #expect(server.log.contains("serves "))
    }

    private func refusedWrites(_ client: SocketClient) throws -> [String] {
        let known = ObjectID(high: 1, low: 1)
        let new = ObjectID(high: 2, low: 2)
        var unit = samples(new, Self.number)
        unit.payload = .quantity(QuantityColumns(values: [Self.number], unit: try HearthModel.Unit("m")))
        var backwards = samples(new, Self.number)
        backwards.ends = [Timestamp(nanoseconds: 271_828)]
        var counts = samples(new, Self.number)
        counts.payload = .quantity(QuantityColumns(values: [Self.number], counts: [-271_828]))
        var stranger = samples(new, Self.number)
        stranger.provenance.entries = [
            Provenance(source: Source(bundleIdentifier: "org.zebra.stranger", name: "Zebra"))
        ]
        return try [
            // The same identifier with another value.
            samples(known, Self.number + 1), samples(new, .nan), unit, backwards, counts, stranger,
        ].map { try error(.save(Save(columns: [$0])), client) }
            + [
                error(.deleteObjects(DeleteObjects(.objects([ObjectID(high: 271_828, low: 271_828)]))), client),
                error(.addToWorkout(AddToWorkout(workout: new, columns: [samples(new, Self.number)])), client),
            ]
    }

    private func refusedReads(_ client: SocketClient) throws -> [String] {
        let clause = Clause(type: NumberedSamples.heartRate)
        return try [
            error(.queryChanges(QueryChanges(clauses: [clause], anchor: EncodedAnchor(Array("zebra".utf8)))), client),
            error(.queryChanges(QueryChanges(clauses: [clause], limit: 271_828, follow: true)), client),
        ]
    }

    private func samples(_ id: ObjectID, _ value: Double) -> SampleColumns {
        let note = Metadata.Entry(key: "zebra", value: .string("zebra"))
        return SampleColumns(
            type: NumberedSamples.heartRate,
            ids: [id],
            starts: [Timestamp(nanoseconds: 1_600_000_000_000_000_000)],
            provenance: DictionaryColumn(entries: [Provenance(device: Device(name: "Zebra", model: "zebra"))]),
            metadata: DictionaryColumn(entries: [(try? Metadata([note])) ?? .none]),
            payload: .quantity(QuantityColumns(values: [value]))
        )
    }

    /// The error of a request as text; nothing when there is none.
    private func error(_ request: Request, _ client: SocketClient) throws -> String {
        if case .error(let reply) = try client.reply(to: request) {
            return "\(reply)"
        }
        return ""
    }
}
