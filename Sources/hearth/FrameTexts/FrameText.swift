import HearthModel
import HearthWire

/// A frame as text: its call, its content, its fields, and its fault if it has one.
struct FrameText {
    /// The call and the name of the request or reply.
    let title: String
    /// The fields, then the fault.
    let lines: [String]
    /// Whether the frame follows the protocol.
    let isGood: Bool

    init(_ body: [UInt8], from sender: FrameSender, showingValues showsValues: Bool) {
        let outline = FrameOutline(body, from: sender, showingValues: showsValues)
        let length = body.count.counted("byte")
        let mark = sender == .client ? "C" : "S"
        title = "\(mark): call \(outline.call) \(outline.content ?? "unknown content") (\(length))"
        let problem =
            outline.fault.map { "broken: \($0)" }
            ?? FrameText.problem(of: body, from: sender, showingValues: showsValues)
        lines = outline.lines + (problem.map { [$0] } ?? [])
        isGood = problem == nil
    }

    /// The error with which a receiver refuses the frame. Its message may quote content, such as a unit.
    private static func problem(
        of body: [UInt8],
        from sender: FrameSender,
        showingValues showsValues: Bool
    ) -> String? {
        guard let error = refusal(of: body, from: sender) else { return nil }
        let place = error.field.isEmpty ? "" : " at \(error.field)"
        return "refused: \(error.code.name)\(place)" + (showsValues ? ": \(error.message)" : "")
    }

    private static func refusal(of body: [UInt8], from sender: FrameSender) -> HearthError? {
        do throws(HearthError) {
            let decoder = FrameDecoder()
            switch sender {
            case .client: _ = try decoder.clientFrame(body.span.bytes).content.get()
            case .server: _ = try decoder.serverFrame(body.span.bytes).content.get()
            }
            return nil
        } catch {
            return error
        }
    }
}
