import HearthModel

// Text as bytes of UTF-8: an export writes millions of rows, and a `String` for each field would cost more than the rest.
extension [UInt8] {
    @inline(__always)
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a whole number.
    mutating func append(integer: Int64) {
        guard integer >= 0 else {
            append(UInt8(ascii: "-"))
            return append(digits: integer.magnitude)
        }
        append(digits: UInt64(integer))
    }

    private mutating func append(digits number: UInt64) {
        if number >= 10 {
            append(digits: number / 10)
        }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    /// Appends the shortest text that reads as the same number.
    mutating func append(number: Double) {
        if let integer = number.exactInteger {
            append(integer: integer)
        } else {
            append(number.shortText)
        }
    }

    /// Appends a number of two digits.
    @inline(__always)
    mutating func append(twoDigits number: Int) {
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Appends a UUID: 36 characters, in upper case.
    mutating func append(_ id: ObjectID) {
        append(hexadecimal: id.high >> 32, digits: 8)
        append(UInt8(ascii: "-"))
        append(hexadecimal: id.high >> 16, digits: 4)
        append(UInt8(ascii: "-"))
        append(hexadecimal: id.high, digits: 4)
        append(UInt8(ascii: "-"))
        append(hexadecimal: id.low >> 48, digits: 4)
        append(UInt8(ascii: "-"))
        append(hexadecimal: id.low, digits: 12)
    }

    /// Appends the last digits of a number.
    @inline(__always)
    private mutating func append(hexadecimal number: UInt64, digits: UInt64) {
        var shift = digits * 4
        while shift > 0 {
            shift -= 4
            let digit = UInt8(truncatingIfNeeded: number >> shift & 0xF)
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + (digit - 10))
        }
    }
}

extension Double {
    /// The number as an integer, when every integer of its size is exact. Negative zero is not one.
    var exactInteger: Int64? {
        let exactInDouble = 0x1p53
        guard magnitude < exactInDouble, self == rounded(), self != 0 || sign == .plus else { return nil }
        return Int64(self)
    }

    /// The shortest text that reads as the same number, without `.0`.
    var shortText: String {
        exactInteger.map { "\($0)" } ?? (self == 0 ? "-0" : description)
    }
}
