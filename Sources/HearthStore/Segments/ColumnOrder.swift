internal import HearthModel

// Comparisons of times and identifiers are written out here. Their types are in another module, whose `package` code
// the compiler does not specialize: each use of their `Comparable` would call through a witness table. A save of many
// samples compares ten times for each.

extension Timestamp {
    @inline(__always)
    static func isLess(_ left: Timestamp, _ right: Timestamp) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension ObjectID {
    @inline(__always)
    static func isLess(_ left: ObjectID, _ right: ObjectID) -> Bool {
        left.rawHigh == right.rawHigh
            ? UInt64(bigEndian: left.rawLow) < UInt64(bigEndian: right.rawLow)
            : UInt64(bigEndian: left.rawHigh) < UInt64(bigEndian: right.rawHigh)
    }
}

// MARK: - Bounds

extension Collection where Element: Comparable {
    /// From the least to the greatest element; there is at least one.
    @inline(__always)
    var bounds: ClosedRange<Element> { bounds { $0 < $1 } }

    @inline(__always)
    fileprivate func bounds(_ isLess: (Element, Element) -> Bool) -> ClosedRange<Element> {
        guard var least = first else { preconditionFailure("nothing has no bounds") }
        var greatest = least
        for element in self {
            if isLess(element, least) {
                least = element
            }
            if isLess(greatest, element) {
                greatest = element
            }
        }
        return ClosedRange(uncheckedBounds: (least, greatest))
    }
}

extension Collection<Timestamp> {
    @inline(__always)
    var bounds: ClosedRange<Timestamp> { bounds { Timestamp.isLess($0, $1) } }
}

extension Collection<ObjectID> {
    @inline(__always)
    var bounds: ClosedRange<ObjectID> { bounds { ObjectID.isLess($0, $1) } }
}

// MARK: - Order

extension Array where Element: Comparable {
    /// Whether each is equal to the one before it or greater.
    @inline(__always)
    var isAscending: Bool { neighboursSatisfy { $0 <= $1 } }

    /// Whether each is greater than the one before it, so that all differ.
    @inline(__always)
    var isStrictlyAscending: Bool { neighboursSatisfy { $0 < $1 } }

    /// Whether each is equal to the one before it or less.
    @inline(__always)
    var isDescending: Bool { neighboursSatisfy { $0 >= $1 } }
}

extension [Timestamp] {
    @inline(__always)
    var isAscending: Bool { neighboursSatisfy { !Timestamp.isLess($1, $0) } }
}

extension [ObjectID] {
    @inline(__always)
    var isStrictlyAscending: Bool { neighboursSatisfy { ObjectID.isLess($0, $1) } }
}

extension Array {
    /// Does not stop at the first pair that does not, as most columns are in order.
    @inline(__always)
    fileprivate func neighboursSatisfy(_ condition: (Element, Element) -> Bool) -> Bool {
        var isSatisfied = true
        for row in indices.dropFirst() {
            isSatisfied = isSatisfied && condition(self[row - 1], self[row])
        }
        return isSatisfied
    }
}
