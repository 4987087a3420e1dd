/// An error in the text of a predicate.
struct FormatFault: Error, Hashable, CustomStringConvertible {
    /// One sentence, without the values that the predicate compares with.
    var message: String
    /// The character at which it went wrong, counted from 1.
    var position: Int

    var description: String { "in the predicate's format, at character \(position): \(message)" }
}
