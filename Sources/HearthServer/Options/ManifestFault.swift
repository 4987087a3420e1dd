/// What is wrong with the launch manifest of an app.
package struct ManifestFault: Error, Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}
