/// The position of an element in the file.
struct XMLPosition {
    /// The number of bytes before the element's tag.
    let offset: Int
}
