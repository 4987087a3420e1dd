import HearthModel
import HearthWire

/// A frame that was decoded, and what the server has to know of it.
struct DecodedFrame {
    let content: Incoming<Request>
    /// The length of its body.
    let bytes: Int
    let cost: RequestCost

    init(_ content: Incoming<Request>, bytes: Int) {
        self.content = content
        self.bytes = bytes
        cost = (try? content.content.get()).map { RequestCost($0) } ?? RequestCost([])
    }
}

/// The decoding of a large frame, which takes too long for the thread of the server. Any thread may run it. It owns the
/// frame until the server takes the `Read` back.
final class FrameDecoding {
    /// The length of the frame's body.
    let bytes: Int
    /// Whether a thread has it.
    var isUnderWay = false
    /// Whether the server decodes the frame before it stops.
    let delaysStop: Bool
    private var frame: PartialFrame
    private var result: Result<DecodedFrame, HearthError>?

    init(_ frame: consuming PartialFrame, delaysStop: Bool) {
        self.delaysStop = delaysStop
        bytes = frame.bodyBytes
        self.frame = frame
    }

    func run(_ decoder: FrameDecoder) {
        do throws(HearthError) {
            result = .success(DecodedFrame(try decoder.clientFrame(takeFrame()), bytes: bytes))
        } catch {
            result = .failure(error)
        }
    }

    private func takeFrame() -> PartialFrame {
        var taken = PartialFrame()
        swap(&taken, &frame)
        return taken
    }

    /// The frame that was decoded, which belongs to the caller then. Throws what ends the connection.
    func takeResult() throws(HearthError) -> DecodedFrame? {
        defer { result = nil }
        return try result?.get()
    }
}
