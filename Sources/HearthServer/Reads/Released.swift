/// What is no longer used, and takes long to free: a reader thread does.
struct Released {
    private let content: Any

    init(_ content: Any) {
        self.content = content
    }
}
