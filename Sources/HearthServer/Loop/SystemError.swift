/// What the system refuses to the server or to a command, such as a socket, a folder or a program, and what to do.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// The system's number of the error, such as `ENOENT`; nil if it gave none.
    let number: Int32?

    package init(_ description: String) {
        self.init(description, number: nil)
    }

    init(_ description: String, number: Int32?) {
        self.description = description
        self.number = number
    }
}
