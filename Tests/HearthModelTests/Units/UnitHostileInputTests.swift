import HearthModel
import Testing

@Suite struct UnitHostileInputTests {
    private func refusal(_ text: String) -> HearthError? {
        do throws(HearthError) {
            _ = try Unit(text)
            return nil
        } catch {
            return error
        }
    }

    private func repeated(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: count)
    }

    @Test func nestingIsBounded() {
        #expect(refusal(repeated("(", 8) + "m" + repeated(")", 8)) == nil)
        let tooDeep = refusal(repeated("(", 9) + "m" + repeated(")", 9))
        #expect(tooDeep?.message.contains("nest deeper than 8") == true)
        #expect(refusal(repeated("(", 128)) != nil)
        #expect(refusal(repeated("(", 1_000_000)) != nil)
        // Closed parentheses do not count.
        #expect(refusal(repeated("(m)*", 12) + "m") == nil)
    }

    @Test func lengthIsBounded() {
        let longest = repeated("(m/m)·", 18) + "appleEffortScore^2/m"
        #expect(longest.utf8.count == 146)
        #expect(refusal(longest)?.message.contains("longer than 128 bytes") == true)
        #expect(refusal("m" + repeated("*1", 63) + "1") != nil)
        #expect(refusal("m" + repeated("*1", 63)) == nil)
        #expect(refusal("m" + repeated("*1", 64))?.message.contains("longer than 128 bytes") == true)
    }

    @Test func factorsAreBounded() {
        let names = ["g", "m", "s", "J", "W", "V", "S", "K", "D", "L", "lb", "oz", "st", "in", "ft", "yd", "mi"]
        #expect(refusal(names.prefix(16).joined(separator: "*")) == nil)
        #expect(refusal(names.joined(separator: "*"))?.message.contains("more than 16 factors") == true)
    }

    @Test func powersAreBounded() {
        #expect(refusal("((((m^2)^2)^2)^2)")?.message.contains("beyond 15") == true)
        #expect(refusal("((((m^15)^15)^15)^15)")?.message.contains("beyond 15") == true)
        #expect(refusal(repeated("m*", 15) + "m")?.message.contains("beyond 15") == true)
        #expect(refusal("m^" + repeated("9", 120))?.message.contains("beyond 15") == true)
        #expect(refusal("m^" + repeated("0", 120) + "1") == nil)
    }

    @Test func sizesAreBounded() {
        #expect(refusal("Tg^12") == nil)
        #expect(refusal("Tg^13")?.message.contains("too large or too small") == true)
        #expect(refusal("fg^-15") != nil)
        #expect(refusal("Tg^15*Tm^15*Ts^15*TJ^15*TW^15*TV^15*TS^15*TK^15*Trad^15*TPa^15*Tlx^15*THz^15") != nil)
        #expect(refusal("fg^15/(Tm^15*Ts^15*TJ^15*TW^15*TV^15*TS^15*TK^15*Trad^15*TPa^15*Tlx^15*THz^15)") != nil)
        #expect(refusal("Tg^15/Tm^15") != nil)
    }

    @Test func theExtremesConvertToFiniteNumbers() throws {
        let (large, small) = (try Unit("Tg^12"), try Unit("fg^9"))
        #expect(large.factorToBase.isFinite)
        #expect(small.factorToBase.isNormal)
        let conversion = try UnitConversion(from: Unit("Tg^9"), to: Unit("fg^9"))
        #expect(conversion(1).relativeError(to: 1e243) < 1e-14)
        let inverse = try UnitConversion(from: Unit("fg^9"), to: Unit("Tg^9"))
        #expect(inverse(1).relativeError(to: 1e-243) < 1e-14)
    }

    /// A group to a power prints longer than it was written; the printed text has to stay readable.
    @Test func printedTextsAreBounded() {
        let names = [
            "mmHg", "cmAq", "inHg", "pt_us", "pt_imp", "cup_us", "cup_imp", "count", "dBHL", "degC", "degF", "rad",
        ]
        let group = "(" + names.joined(separator: "*") + "*fl_oz_imp*dBASPL*mol<180.156>*min)^-14"
        #expect(group.utf8.count <= 128)
        #expect(refusal(group)?.message.contains("longer than 128 bytes") == true)
    }

    /// What was sent in a unit's place may be anything, so an error says where it went wrong and not what was there.
    @Test func messagesDoNotRepeatTheText() throws {
        let message = try #require(refusal(repeated("\u{1F3C3}\0\"\\\n", 100_000))?.message)
        #expect(message == "The text is not a unit: it is longer than 128 bytes.")
        #expect(refusal("fo·o")?.message == "The text is not a unit: the name at byte 0 is unknown.")
    }

    /// Texts that are nearly units: nothing traps, and what is read prints to a text that is read as the same.
    @Test func nearlyUnits() throws {
        var random = UnitTestRandom()
        let pieces = [
            "(", ")", "()", "/", "*", ".", "·", "^", "^-", "^2", "^15", "1", "9", "<", ">", "mol<18.02>", "mol", "m",
            "g",
            "k", "mc", "da", "L", "l", "s", "%", "degC", "pD", "count", "appleEffortScore", "\u{c2}", "\u{b7}", "_",
            " ",
        ]
        var readable = 0
        for _ in 0..<30_000 {
            let count = Int.random(in: 1...12, using: &random)
            let text = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            guard let unit = try? Unit(text) else { continue }
            readable += 1
            #expect(try Unit(unit.text) == unit, "\(text), seed \(random.seed)")
        }
        #expect(readable > 100)
    }

    @Test func randomBytes() {
        var random = UnitTestRandom()
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...140, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = refusal(String(decoding: bytes, as: UTF8.self))
        }
    }
}
