/// Identifies an app: the bytes of its bundle identifier.
///
/// Swift's strings are equal if they are canonically equivalent. Two spellings of a character are therefore one string,
/// but two apps: an app must not get the deliveries of another app, nor delete its samples.
package struct AppID: Hashable, Sendable {
    private let identifier: ExactKey<String>

    package init(_ bundleIdentifier: String) {
        identifier = ExactKey(bundleIdentifier)
    }
}

extension AppID: CustomStringConvertible {
    /// The bundle identifier.
    package var description: String { identifier.value }
}

extension AppID: ExpressibleByStringInterpolation {
    package init(stringLiteral bundleIdentifier: String) {
        self.init(bundleIdentifier)
    }
}

extension AppID: Comparable {
    /// By their bytes.
    package static func < (left: AppID, right: AppID) -> Bool {
        left.identifier.value.utf8.lexicographicallyPrecedes(right.identifier.value.utf8)
    }
}
