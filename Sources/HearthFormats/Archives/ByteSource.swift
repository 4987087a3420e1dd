/// The bytes of a file, or of a file in an archive, in pieces.
protocol ByteSource: AnyObject {
    /// The number of bytes, as far as the file says.
    var byteCount: Int { get }

    /// The next bytes; empty at the end.
    func next() throws(WorkoutFileError) -> [UInt8]
}
