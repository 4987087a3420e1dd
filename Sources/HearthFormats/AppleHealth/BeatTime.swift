/// The time of a beat, which the export writes as a time of day in the style of the phone's language: `08:34:05,10`,
/// `6:14:48.94 PM`, with digits of any script.
enum BeatTime {
    private static let halfDay = 43_200.0
    private static let day = 86_400.0

    /// Seconds from a time of day to that of the text; nil unless it has hours, minutes and seconds.
    ///
    /// A series takes a minute or two. So of the two half days that a text may mean, the one near the start is right,
    /// whatever the language calls them.
    static func offset(_ text: Span<UInt8>, from start: Double) -> Double? {
        guard let time = seconds(text) else { return nil }
        var offset = (time - start).truncatingRemainder(dividingBy: halfDay)
        if offset > halfDay / 2 {
            offset -= halfDay
        } else if offset < -halfDay / 2 {
            offset += halfDay
        }
        return offset
    }

    /// The groups of digits as hours, minutes, seconds and their fraction.
    private static func seconds(_ text: Span<UInt8>) -> Double? {
        var groups: [(value: Double, digits: Int)] = []
        var isInGroup = false
        var index = 0
        while index < text.count {
            guard let (digit, length) = digit(text, index) else {
                isInGroup = false
                index += 1
                continue
            }
            if !isInGroup {
                guard groups.count < 4 else { break }
                groups.append((0, 0))
                isInGroup = true
            }
            guard groups[groups.count - 1].digits < 9 else { return nil }
            groups[groups.count - 1].value = groups[groups.count - 1].value * 10 + Double(digit)
            groups[groups.count - 1].digits += 1
            index += length
        }
        guard groups.count >= 3, groups[0].value < 25, groups[1].value < 60, groups[2].value <= 60 else { return nil }
        var seconds = groups[0].value * 3_600 + groups[1].value * 60 + groups[2].value
        if groups.count > 3 {
            var scale = 1.0
            for _ in 0..<groups[3].digits {
                scale *= 10
            }
            seconds += groups[3].value / scale
        }
        return seconds.truncatingRemainder(dividingBy: day)
    }

    /// A digit of ASCII, or one of the two that Arabic scripts have.
    private static func digit(_ text: Span<UInt8>, _ index: Int) -> (digit: UInt8, length: Int)? {
        let byte = text[index]
        if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            return (byte - UInt8(ascii: "0"), 1)
        }
        guard index + 1 < text.count else { return nil }
        let next = text[index + 1]
        if byte == 0xd9, next >= 0xa0, next <= 0xa9 { return (next - 0xa0, 2) }
        if byte == 0xdb, next >= 0xb0, next <= 0xb9 { return (next - 0xb0, 2) }
        return nil
    }
}
