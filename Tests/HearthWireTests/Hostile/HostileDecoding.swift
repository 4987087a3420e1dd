import HearthModel
import HearthWire
import Testing

extension VectorFrame.Direction {
    /// The message's name in hearth.proto.
    var frameName: String {
        switch self {
        case .client: "ClientFrame"
        case .server: "ServerFrame"
        }
    }
}

extension Codec {
    /// What a body holds; nil when its content is refused, which ends the call and not the connection.
    func decodeBody(
        _ direction: VectorFrame.Direction,
        _ body: ArraySlice<UInt8>
    ) throws(HearthError) -> VectorFrame? {
        let bytes = Array(body)
        switch direction {
        case .client:
            let incoming = try clientFrame(bytes)
            guard case .success(let request) = incoming.content else { return nil }
            return .client(ClientFrame(call: incoming.call, request))
        case .server:
            let incoming = try decoder.serverFrame(bytes.span.bytes)
            guard case .success(let reply) = incoming.content else { return nil }
            return .server(ServerFrame(call: incoming.call, reply))
        }
    }

    /// Reads a client's body. A save that is recognized, and read later, has to be the same, or refused in the same way.
    private func clientFrame(_ bytes: [UInt8]) throws(HearthError) -> Incoming<Request> {
        let body = bytes.span.bytes
        let recognized = SaveFrame(body)
        let later = recognized.map { frame in
            Result { () throws(HearthError) -> Save in try decoder.save(frame.save(in: body)) }
        }
        let incoming: Incoming<Request>
        do throws(HearthError) {
            incoming = try decoder.clientFrame(body)
        } catch {
            if case .success? = later { Issue.record("a save that was read later is whole, and its frame is not") }
            if case .failure(let same)? = later {
                #expect(same.code == .malformedFrame && error.code == .malformedFrame)
            }
            throw error
        }
        guard let recognized, let later else { return incoming }
        expectSame(plain(recognized.save(in: body)), as: later)
        #expect(recognized.call == incoming.call && incoming.role == .save)
        switch (incoming.content, later) {
        case (.success(.save(let save)), .success(let same)):
            if same != save { Issue.record("a save that was read later is another one") }
            #expect(recognized.isLast != save.more)
        case (.failure(let error), .failure(let same)): #expect(same.within("save") == error)
        default: Issue.record("a save that was read later has another fate")
        }
        return incoming
    }

    /// What is read of a save behind others, here behind itself, checked as columns of several saves are; nil when it is
    /// not plain.
    private func plain(_ save: EncodedSave) -> Result<SampleColumns, HearthError>? {
        var quantities = PlainQuantities()
        guard let first = decoder.read(save, into: &quantities) else {
            #expect(quantities.columns.isEmpty)
            return nil
        }
        guard let addition = decoder.read(save, into: &quantities), addition.column == first.column else {
            return .failure(HearthError(.unknown, "what is plain is not plain when it comes again"))
        }
        return Result { () throws(HearthError) -> SampleColumns in
            var columns = quantities.columns[addition.column]
            try columns.validate()
            try columns.validateForSaving()
            columns = columns.selecting(.range(first.count..<first.count + addition.count))
            if let device = addition.device {
                columns.provenance.entries = [Provenance(device: device)]
            }
            return columns
        }
    }

    private func expectSame(_ plain: Result<SampleColumns, HearthError>?, as save: Result<Save, HearthError>) {
        switch (plain, save) {
        case (nil, .failure), (.failure, .failure): break
        case (nil, .success(let save)):
            if save.isPlain { Issue.record("a plain save was not taken for one") }
        case (.success(let plain), .success(let save)):
            var samples = save.columns
            samples[0].ends = samples[0].filledEnds
            if samples[0].provenance.entries == [Provenance()] {
                samples[0].provenance.entries = []
            }
            if samples != [plain] { Issue.record("a save that was read behind others is another one") }
        default: Issue.record("a save that was read behind others has another fate")
        }
    }

    /// The error with which a body ends the connection; nil when it does not.
    func connectionError(_ direction: VectorFrame.Direction, _ body: [UInt8]) -> HearthError? {
        do throws(HearthError) {
            _ = try decodeBody(direction, body[...])
            return nil
        } catch {
            return error
        }
    }

    func encode(_ frame: VectorFrame) throws(HearthError) -> [UInt8] {
        switch frame {
        case .client(let frame): try encode(frame)
        case .server(let frame): try encode(frame)
        }
    }

    /// Checks that what was decoded is encoded to a frame that holds the same.
    func expectEncodable(_ frame: VectorFrame, _ comment: @autoclosure () -> String) throws(HearthError) {
        // A reply that this version does not know is never sent.
        if case .server(let reply) = frame, reply.reply == .unknown { return }
        let bytes = try encode(frame)
        let again = try decodeBody(frame.direction, bytes[Codec.prefixBytes...])
        if again != frame { Issue.record("what was encoded is not what was decoded: \(comment())") }
    }
}

extension Save {
    /// Whether it says nothing but who measured what and when, in order.
    fileprivate var isPlain: Bool {
        guard columns.count == 1, case .quantity(let quantities) = columns[0].payload,
            quantities == QuantityColumns(values: quantities.values, unit: quantities.unit)
        else { return false }
        let provenance = columns[0].provenance
        return columns[0].metadata == DictionaryColumn() && provenance.indexes.isEmpty
            && provenance.entries.allSatisfy { $0 == Provenance(device: $0.device) }
            && zip(columns[0].starts, columns[0].starts.dropFirst()).allSatisfy { $0 <= $1 }
    }
}
