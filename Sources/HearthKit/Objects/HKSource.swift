public import Foundation
internal import HearthModel

/// An app that saves objects.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKSource: NSObject, @unchecked Sendable {
    let source: Source

    init(_ source: Source) {
        self.source = source
    }

    /// The app's name for people.
    public var name: String { source.name }

    /// What identifies the app.
    public var bundleIdentifier: String { source.bundleIdentifier }

    // The name may change from version to version; the app is the same.
    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKSource)?.bundleIdentifier == bundleIdentifier
    }

    override public var hash: Int { bundleIdentifier.hashValue }

    override public var description: String { bundleIdentifier }
}
