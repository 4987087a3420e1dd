/// What the system refuses to the server or to a command, such as a socket, a folder or a program, and what to do.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
