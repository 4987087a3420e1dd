extension Array {
    /// Removes the first elements, at most so many, and returns them.
    mutating func take(atMost most: Int) -> [Element] {
        let taken = Array(prefix(most))
        removeFirst(taken.count)
        return taken
    }
}
