package import HearthModel
package import HearthStore
internal import HearthWire

/// What the load tells about its work, one line each.
package enum LoadLine: Sendable {
    /// These writes are handed to the store next, as one group. They happen all or not at all.
    case trying([Write])
    /// The store has acknowledged them; this is its head afterwards.
    case acknowledged(Anchor)

    package init(parsing line: some StringProtocol) throws {
        let words = line.split(separator: " ")
        switch words.first {
        case "try":
            let decoder = FrameDecoder()
            self = .trying(
                try words.dropFirst().map { try LoadLine.write(decoding: LoadLine.bytes(ofHex: $0), decoder) }
            )
        case "ack" where words.count == 2:
            self = .acknowledged(try Anchor(bytes: LoadLine.bytes(ofHex: words[1])))
        default:
            throw Violation("the load printed a line that it does not print")
        }
    }

    /// The line, without its end.
    package func text() throws(HearthError) -> String {
        switch self {
        case .trying(let writes):
            let encoder = FrameEncoder()
            var words = ["try"]
            for write in writes {
                var frame: [UInt8] = []
                try encoder.append(ClientFrame(call: 1, write.request), to: &frame)
                words.append(LoadLine.hex(frame))
            }
            return words.joined(separator: " ")
        case .acknowledged(let anchor):
            return "ack \(LoadLine.hex(anchor.bytes))"
        }
    }

    private static func write(decoding frame: [UInt8], _ decoder: FrameDecoder) throws -> Write {
        var request: Result<Request, HearthError>?
        let body = Array(frame.dropFirst(prefixBytes))
        request = try decoder.clientFrame(body.span.bytes).content
        let operation: Write.Operation? =
            switch try request?.get() {
            case .save(let save): .save(save.columns)
            case .deleteObjects(let deletion): .delete(deletion.target)
            case .addToWorkout(let addition): .addToWorkout(addition)
            case .characteristics(let characteristics): characteristics.set.map { .setCharacteristics($0) }
            case .backgroundDelivery(let delivery): .register(delivery)
            default: nil
            }
        guard let operation else { throw Violation("the load printed a request that it does not make") }
        return Write(origin: LoadGenerator.origin, operation: operation)
    }

    /// The length before a frame's body.
    private static let prefixBytes = 4

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func bytes(ofHex text: some StringProtocol) throws -> [UInt8] {
        let digits = text.utf8.map { $0 >= UInt8(ascii: "a") ? $0 - UInt8(ascii: "a") + 10 : $0 - UInt8(ascii: "0") }
        guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 < 16 }) else {
            throw Violation("the load printed an odd number")
        }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

extension Write {
    /// What an app asks for to get the write.
    fileprivate var request: Request {
        switch operation {
        case .save(let columns): .save(Save(columns: columns))
        case .delete(let target): .deleteObjects(DeleteObjects(target))
        case .addToWorkout(let addition): .addToWorkout(addition)
        case .setCharacteristics(let values): .characteristics(Characteristics(set: values))
        case .register(let delivery): .backgroundDelivery(delivery)
        case .acknowledge(let acknowledgement): .acknowledge(acknowledgement)
        case .rankSources(let type, let list): .sourceRanks(SourceRanks(type: type, set: list))
        case .controlAccess(let control): .accessControl(control)
        case .recordAccess, .noteDelivery, .storeCounts: preconditionFailure("no app asks for it")
        }
    }
}
