/// Why the server does not start: what is wrong, and what to do.
package struct StartError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
