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
            let incoming = try decoder.clientFrame(bytes.span.bytes)
            guard case .success(let request) = incoming.content else { return nil }
            return .client(ClientFrame(call: incoming.call, request))
        case .server:
            let incoming = try decoder.serverFrame(bytes.span.bytes)
            guard case .success(let reply) = incoming.content else { return nil }
            return .server(ServerFrame(call: incoming.call, reply))
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
