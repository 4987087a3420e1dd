/// The last message that was logged about something; "" once the problem is resolved. Repeated failures must not fill the
/// log, which is on a disk too.
struct LastMessage {
    private var text = ""

    /// Whether a message differs from the last one.
    @discardableResult
    mutating func changes(to text: String) -> Bool {
        defer { self.text = text }
        return text != self.text
    }
}
