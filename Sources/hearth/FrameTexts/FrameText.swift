import HearthModel
import HearthWire

/// A frame as lines for people: which call, what, its fields, and what is wrong with it.
struct FrameText {
    /// The call and what is asked or answered.
    let title: String
    /// The fields, then what is wrong.
    let lines: [String]
    /// Whether it is a frame of this protocol with nothing wrong in it.
    let isGood: Bool

    init(_ body: [UInt8], from sender: FrameSender, showingValues showsValues: Bool) {
        let outline = FrameOutline(body, from: sender, showingValues: showsValues)
        let length = body.count.counted("byte")
        let mark = sender == .client ? "C" : "S"
        title = "\(mark): call \(outline.call) \(outline.content ?? "nothing that is known here") (\(length))"
        let problem =
            outline.fault.map { "broken: \($0)" }
            ?? FrameText.problem(of: body, from: sender, showingValues: showsValues)
        lines = outline.lines + (problem.map { [$0] } ?? [])
        isGood = problem == nil
    }

    /// What a reader of the frame refuses. The sentence of an error may repeat a part of what is wrong, such as a unit.
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
