/// The length of the write-ahead log, and of its part that the store's file has, in pages.
///
/// Once the file has everything and no reader uses the log, the next commit restarts it. A restarted log whose first
/// commit is as long as the whole log before may be taken for that one until more is committed or copied. The number of
/// pages to copy is never overestimated.
struct WALExtent {
    private(set) var pages = 0
    private var copied = 0

    var uncopied: Int { pages - copied }

    /// A commit ends at this page.
    mutating func note(end: Int) {
        if end <= pages {
            copied = 0
        }
        pages = end
    }

    /// The file has this number of pages of the log; nil when another connection ran the checkpoint. False when these
    /// are not more than before.
    mutating func note(copied count: Int?) -> Bool {
        guard let count else { return false }
        // All of the log before this one: a commit has restarted it since.
        guard count <= pages else { return true }
        let isMore = count > copied
        copied = count
        if uncopied == 0 {
            self = WALExtent()
        }
        return isMore
    }
}
