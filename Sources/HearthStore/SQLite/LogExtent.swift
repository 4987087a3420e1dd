/// How far the write-ahead log reaches, and how much of it is in the file, too, in pages.
///
/// Once the file has all of it and nobody reads it, the next commit begins it anew.
struct LogExtent {
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

    /// The file has so much of it. What a commit has begun anew since is not meant.
    mutating func note(copied count: Int) {
        guard count <= pages else { return }
        copied = count
        if uncopied == 0 {
            self = LogExtent()
        }
    }
}
