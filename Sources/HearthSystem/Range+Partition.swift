extension Range<Int> {
    /// The first number of the range that is not before what is sought, when those before it come first; the end of the
    /// range when all are before it.
    @inlinable
    @inline(__always)
    package func partition(_ isBefore: (Int) -> Bool) -> Int {
        var low = lowerBound
        var high = upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(middle) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
