/// What a test of the real server did not expect to see.
package struct Unexpected: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// A call of the system failed.
    package static func failed(_ call: String, _ code: Int32) -> Unexpected {
        Unexpected("\(call) failed with errno \(code)")
    }
}
