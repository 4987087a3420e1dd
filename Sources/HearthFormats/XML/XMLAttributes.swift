import Foundation

/// The attributes of an element, while its start is handled.
///
/// Unsafe pointers: the list is the parser's. No attribute outlives the callback that gets it.
struct XMLAttributes {
    private let list: UnsafeBufferPointer<XMLAttribute>

    init(_ list: UnsafeBufferPointer<XMLAttribute>) {
        self.list = list
    }

    /// The number in the attribute; nil: it is not a number.
    func number(_ name: StaticString) -> Double? {
        value(of: name)?.withBytes { XMLNumber.number($0) }
    }

    /// The text of the attribute.
    func text(_ name: StaticString) -> String? {
        value(of: name)?.string
    }

    /// The moment that the attribute spells.
    func date(_ name: StaticString) -> Date? {
        value(of: name)?.withBytes { XMLDate.date($0) }
    }

    /// Calls `body` with each attribute, in the order of the document.
    @inline(__always)
    func forEach<Failure: Error>(_ body: (XMLAttribute) throws(Failure) -> Void) throws(Failure) {
        for index in list.indices {
            try body(list[index])
        }
    }

    private func value(of name: StaticString) -> XMLText? {
        list.first { $0.name == name }?.value
    }
}
