/// The work that the writer and the clients of large writes have.
package enum WriterLoad {
    case nothing
    /// The disk takes most of the time.
    case smallWrites
    /// The processor takes most of the time.
    case largeWrites
}
