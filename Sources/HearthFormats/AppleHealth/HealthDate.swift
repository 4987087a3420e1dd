import HearthModel

/// A moment as the export spells it: `2024-03-01 07:14:22 -0800`.
struct HealthDate: Hashable {
    /// Since 1970.
    let seconds: Int64
    /// Seconds east of Greenwich: that of the exporting phone, which need not be that of the place.
    let offset: Int64

    /// Nil unless the text is a moment from 1900 to 2149.
    init?(_ text: Span<UInt8>) {
        var cursor = DigitCursor(text.indices)
        guard let local = cursor.dateAndTime(text, hours: 0...23) else { return nil }
        _ = cursor.skip(" ", text)
        guard let east = cursor.offset(text), cursor.isAtEnd else { return nil }
        offset = Int64(east)
        seconds = Int64(local - east) + 978_307_200
        guard timestamp.isValid else { return nil }
    }

    fileprivate init(seconds: Int64, offset: Int64) {
        self.seconds = seconds
        self.offset = offset
    }

    var timestamp: Timestamp { Timestamp(nanoseconds: seconds * 1_000_000_000) }

    /// Seconds since midnight, on the clock of the export.
    var timeOfDay: Double {
        let local = (seconds + offset) % 86_400
        return Double(local < 0 ? local + 86_400 : local)
    }
}

/// Reads moments. Most of them are on the same day as an earlier one.
struct HealthDateReader {
    /// A day and an offset as the export spells them, and when the day begins there.
    private struct Day {
        var date: (UInt64, UInt16) = (0, 0)
        var zone: (UInt32, UInt16) = (0, 0)
        var start: HealthDate
    }

    private var last: Day?

    /// Nil unless the text is a moment from 1900 to 2149.
    @inline(__always)
    mutating func date(_ text: XMLText) -> HealthDate? {
        // 2024-03-01 07:14:22 -0800
        guard text.count == 25 else { return text.withBytes { HealthDate($0) } }
        let date = (text.word(at: 0), UInt16(text.start[8]) << 8 | UInt16(text.start[9]))
        let ending = text.word(at: 17)
        let zone = (UInt32(truncatingIfNeeded: ending >> 24), UInt16(text.start[23]) << 8 | UInt16(text.start[24]))
        guard let time = Self.time(text.word(at: 10), ending) else { return text.withBytes { HealthDate($0) } }
        if let last, last.date == date, last.zone == zone {
            let read = HealthDate(seconds: last.start.seconds + time, offset: last.start.offset)
            return read.timestamp.isValid ? read : nil
        }
        guard let read = text.withBytes({ HealthDate($0) }) else { return nil }
        last = Day(date: date, zone: zone, start: HealthDate(seconds: read.seconds - time, offset: read.offset))
        return read
    }

    /// The seconds of ` 07:14:2` and `22 -0800`; nil: they are not of this form.
    @inline(__always)
    private static func time(_ text: UInt64, _ ending: UInt64) -> Int64? {
        // A blank, digits, a colon, digits, a colon; the digits follow.
        guard text & 0x00FF_0000_FF00_00FF == 0x003A_0000_3A00_0020, ending >> 16 & 0xFF == 0x20 else { return nil }
        @inline(__always) func digits(_ word: UInt64, _ shift: UInt64) -> Int64 {
            let tens = Int64(word >> shift & 0xFF) - 0x30
            let ones = Int64(word >> (shift + 8) & 0xFF) - 0x30
            return 0...9 ~= tens && 0...9 ~= ones ? tens * 10 + ones : 100
        }
        let hour = digits(text, 8)
        let minute = digits(text, 32)
        let second = digits(ending, 0)
        guard hour < 24, minute < 60, second < 60 else { return nil }
        return (hour * 60 + minute) * 60 + second
    }
}

/// The times of an object in the export.
struct HealthTimes {
    var start: HealthDate
    var end: HealthDate
    var creation: HealthDate?
}
