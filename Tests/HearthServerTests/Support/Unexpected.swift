/// What a test of the real server did not expect to see.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// A call of the system failed.
    static func failed(_ call: String, _ code: Int32) -> Unexpected {
        Unexpected("\(call) failed with errno \(code)")
    }
}
