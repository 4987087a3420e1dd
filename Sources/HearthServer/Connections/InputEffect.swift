/// What received bytes lead to, in addition to the frames that were handled.
struct InputEffect {
    /// The bytes of the incomplete frame that are not counted yet, and need room.
    var growth = 0
    /// All bytes of that frame so far.
    var frameBytes = 0
    /// Whether a large frame has come, which a reader thread is to decode.
    var hasLargeFrame = false
}
