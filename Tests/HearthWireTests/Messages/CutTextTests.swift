import HearthModel
import HearthWire
import Testing

/// NUL ends a text for protobuf-c, so that no frame with one is made.
@Suite struct CutTextTests {
    @Test(arguments: ["\0", "a\0", "a\0b"])
    func aTextWithNULMakesNoFrame(_ text: String) throws {
        let encoder = FrameEncoder()
        var output: [UInt8] = [1]
        let frame = ClientFrame(call: 1, .hello(Hello(major: 1, minor: 0, app: App(bundleIdentifier: text))))
        let error = #expect(throws: HearthError.self) { try encoder.append(frame, to: &output) }
        #expect(error?.code == .malformedText)
        #expect(output == [1])
        // The next frame is one of its own.
        try encoder.append(ClientFrame(call: 2, .ping(Ping())), to: &output)
        #expect(output.count > 1)
    }
}
