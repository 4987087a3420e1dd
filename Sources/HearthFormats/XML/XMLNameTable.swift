import Foundation

/// Finds the element or the attribute of a format by its local name.
struct XMLNameTable<Element: CaseIterable & Sendable>: Sendable {
    private let elements: [Element]
    /// The names, one after the other.
    private let names: [UInt8]
    private let ends: [Int]
    /// For each hash of a name the number of the element, plus 1; 0: none.
    private let places: [UInt8]

    /// `name`: how the format calls an element.
    init(_ name: (Element) -> String) {
        elements = Array(Element.allCases)
        var names: [UInt8] = []
        var ends: [Int] = []
        for element in elements {
            names += Array(name(element).utf8)
            ends.append(names.count)
        }
        var places = [UInt8](repeating: 0, count: 256)
        for number in elements.indices {
            let range = (number == 0 ? 0 : ends[number - 1])..<ends[number]
            var place = Self.place(range.count, names[range.lowerBound], names[range.upperBound - 1])
            while places[place] != 0 {
                place = (place + 1) & 255
            }
            places[place] = UInt8(number + 1)
        }
        self.names = names
        self.ends = ends
        self.places = places
    }

    subscript(name: XMLText) -> Element? {
        number(name).map { elements[$0] }
    }

    /// The position of the element among all.
    @inline(__always)
    func number(_ name: XMLText) -> Int? {
        guard name.count > 0 else { return nil }
        var place = Self.place(name.count, name.start[0], name.start[name.count - 1])
        while places[place] != 0 {
            let number = Int(places[place]) - 1
            let range = range(number)
            if range.count == name.count,
                names.withUnsafeBytes({ bytes in
                    bytes.baseAddress.map { memcmp($0 + range.lowerBound, name.start, range.count) } == 0
                })
            {
                return number
            }
            place = (place + 1) & 255
        }
        return nil
    }

    private func range(_ number: Int) -> Range<Int> {
        (number == 0 ? 0 : ends[number - 1])..<ends[number]
    }

    @inline(__always)
    private static func place(_ count: Int, _ first: UInt8, _ last: UInt8) -> Int {
        (count &* 31 &+ Int(first) &* 7 &+ Int(last) &* 3) & 255
    }
}

extension XMLNameTable where Element: RawRepresentable<String> {
    init() {
        self.init(\.rawValue)
    }
}
