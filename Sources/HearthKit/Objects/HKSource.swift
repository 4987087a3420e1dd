public import Foundation
internal import HearthModel

/// An app that saves objects.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKSource: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    let source: Source

    init(_ source: Source) {
        self.source = source
    }

    /// This app. Its identifier is `$HEARTH_APP_ID`, or else the program's name: see <doc:FindingTheStore>.
    open class func `default`() -> HKSource { ObjectOrigin.thisApp.sourceRevision.source }

    /// The app's name for people.
    open var name: String { source.name }

    /// The app's identifier.
    open var bundleIdentifier: String { source.bundleIdentifier }

    // The name may change from version to version; the app is the same.
    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKSource)?.source.app == source.app
    }

    override open var hash: Int { source.app.hashValue }

    override open var description: String { "\"\(name)\" (\(bundleIdentifier))" }

    // MARK: - Copying and archives

    /// An archive holds only the two texts.
    open class var supportsSecureCoding: Bool { true }

    private static let identifierKey = "bundleIdentifier"
    private static let nameKey = "name"

    /// The source in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: HKSource.identifierKey) as? String,
            let name = coder.decodeObject(of: NSString.self, forKey: HKSource.nameKey) as? String
        else { return nil }
        source = Source(bundleIdentifier: identifier, name: name)
    }

    /// Archives the identifier and the name.
    open func encode(with coder: NSCoder) {
        coder.encode(bundleIdentifier as NSString, forKey: HKSource.identifierKey)
        coder.encode(name as NSString, forKey: HKSource.nameKey)
    }

    /// The source itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
