import CExpat
import Foundation

/// The attributes of an element, while its start is handled.
///
/// Unsafe pointers: Expat passes a list of C strings, names and values alternately, that ends with a null pointer and
/// is valid during the callback. No attribute outlives it.
struct XMLAttributes {
    private let list: UnsafePointer<UnsafePointer<XML_Char>?>

    init(_ list: UnsafePointer<UnsafePointer<XML_Char>?>) {
        self.list = list
    }

    /// The number in the attribute; nil: it is not a number.
    func number(_ name: StaticString) -> Double? {
        value(of: name).flatMap { withText($0) { XMLNumber.number($0) } }
    }

    /// The text of the attribute.
    func text(_ name: StaticString) -> String? {
        value(of: name).map { String(cString: $0) }
    }

    /// The moment that the attribute spells.
    func date(_ name: StaticString) -> Date? {
        value(of: name).flatMap { withText($0) { XMLDate.date($0) } }
    }

    /// Calls `body` with each name.
    func forEachName<Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        var index = 0
        while let name = list[index] {
            try withText(name, body)
            index += 2
        }
    }

    /// Calls `body` with each name and its value.
    func forEach(_ body: (UnsafePointer<XML_Char>, UnsafePointer<XML_Char>) -> Void) {
        var index = 0
        while let name = list[index], let value = list[index + 1] {
            body(name, value)
            index += 2
        }
    }

    private func value(of name: StaticString) -> UnsafePointer<XML_Char>? {
        var index = 0
        while let other = list[index] {
            if strcmp(other, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: XML_Char.self)) == 0 {
                return list[index + 1]
            }
            index += 2
        }
        return nil
    }
}

/// Calls `body` with the bytes of a C string that Expat owns.
func withText<Result, Failure: Error>(
    _ text: UnsafePointer<XML_Char>,
    _ body: (Span<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
    return try body(bytes.bindMemory(to: UInt8.self).span)
}
