import Testing

@testable import HearthFormats

/// Times of beats as phones of any language write them, from a start at 18:14:00.
@Suite struct BeatTimeTests {
    private func offset(_ text: String, from start: Double) -> Double? {
        BeatTime.offset(text.utf8Span.span, from: start)
    }

    @Test(arguments: [
        "18:14:48.94", "18:14:48,94", "6:14:48.94 PM", "6:14:48.94\u{202F}PM", "6:14:48.94 p. m.", "下午6:14:48.94",
        "١٨:١٤:٤٨٫٩٤", "18.14.48,94",
    ]) func aTimeOfDayIsRead(_ text: String) throws {
        let offset = try #require(self.offset(text, from: 65_640))
        #expect(abs(offset - 48.94) < 1e-6)
    }

    @Test func aSeriesMayPassMidnight() throws {
        let offset = try #require(self.offset("0:00:01.5", from: 86_399))
        #expect(abs(offset - 2.5) < 1e-6)
        let earlier = try #require(self.offset("11:59:59 PM", from: 1))
        #expect(abs(earlier + 2) < 1e-6)
    }

    @Test(arguments: ["", "noon", "18:14", "18:61:00", "25:00:00", "1234567890:00:00"])
    func anotherTextIsNone(_ text: String) {
        #expect(offset(text, from: 0) == nil)
    }
}
