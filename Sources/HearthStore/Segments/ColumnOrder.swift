extension Collection where Element: Comparable {
    /// From the least to the greatest element; there is at least one.
    @inline(__always)
    var bounds: ClosedRange<Element> {
        guard var least = first else { preconditionFailure("nothing has no bounds") }
        var greatest = least
        for element in self {
            if element < least {
                least = element
            }
            if element > greatest {
                greatest = element
            }
        }
        return least...greatest
    }
}

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

    /// Does not stop at the first pair that does not, as most columns are in order.
    @inline(__always)
    private func neighboursSatisfy(_ condition: (Element, Element) -> Bool) -> Bool {
        var isSatisfied = true
        for row in indices.dropFirst() {
            isSatisfied = isSatisfied && condition(self[row - 1], self[row])
        }
        return isSatisfied
    }
}
