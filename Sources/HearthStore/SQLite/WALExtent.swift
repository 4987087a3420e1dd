/// How far the write-ahead log reaches, and how much of it is in the file, too, in pages.
///
/// Once the file has all of it and nobody reads it, the next commit restarts it. One that is as long as the last with
/// its first commit, or longer, may be taken for the last one, until more is committed or copied. Never is there more
/// to copy than there really is.
struct WALExtent {
    private(set) var pages = 0
    private var copied = 0

    var uncopied: Int { pages - copied }

    /// With a commit the log reaches so far.
    mutating func note(end: Int) {
        if end <= pages {
            copied = 0
        }
        pages = end
    }

    /// The file has this number of pages of it. False when that is no more than before.
    mutating func note(copied count: Int) -> Bool {
        // All of the last one, which a commit has restarted since.
        guard count <= pages else { return true }
        let isMore = count > copied
        copied = count
        if uncopied == 0 {
            self = WALExtent()
        }
        return isMore
    }
}
