public import Foundation
internal import HearthModel

/// The type of an object in the store: the base class of all types.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKObjectType: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The type as the store keeps it.
    let type: ObjectType

    init(of type: ObjectType) {
        self.type = type
    }

    /// The name of the type, for example `HKQuantityTypeIdentifierHeartRate`.
    open var identifier: String { type.identifier }

    /// Whether reading requires an authorization for each object.
    open func requiresPerObjectAuthorization() -> Bool {
        type.kind == .prescription || type == .userAnnotatedMedication
    }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKObjectType)?.type == type
    }

    override open var hash: Int { type.hashValue }

    override open var description: String { identifier }

    // MARK: - Copying and archives

    /// Archives hold the identifier only.
    open class var supportsSecureCoding: Bool { true }

    private static let identifierKey = "identifier"

    /// The type in an archive; nil: this version does not know it.
    public required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: HKObjectType.identifierKey) as? String,
            let type = ObjectType(identifier: name), Swift.type(of: HKObjectType.of(type)) == Self.self
        else { return nil }
        self.type = type
    }

    /// Archives the type by its identifier.
    open func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: HKObjectType.identifierKey)
    }

    /// The type itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
