public import Foundation
internal import HearthModel

/// A position in the changes of a store, after which a query continues. Its contents are opaque.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKQueryAnchor: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The anchor as the store issued it; empty for the beginning.
    let encoded: EncodedAnchor

    init(_ encoded: EncodedAnchor) {
        self.encoded = encoded
    }

    /// The anchor of a number that this program got from the former form of `HKAnchoredObjectQuery`, whose anchors are
    /// numbers. Any other number means the beginning: the query then returns more changes than expected, but misses
    /// none.
    public init(fromValue value: Int) {
        encoded = NumberedAnchors.anchor(of: value)
    }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKQueryAnchor)?.encoded == encoded
    }

    override open var hash: Int { encoded.hashValue }

    override open var description: String {
        let digits = encoded.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return "<HKQueryAnchor, \(encoded.isEmpty ? "the beginning" : digits.joined())>"
    }

    // MARK: - Copying and archives

    /// Archives hold the bytes only.
    open class var supportsSecureCoding: Bool { true }

    private static let bytesKey = "bytes"

    /// The anchor in an archive; nil when it is too long to be one.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: HKQueryAnchor.bytesKey) as? Data,
            data.count <= Limits.anchorBytes
        else { return nil }
        encoded = EncodedAnchor(Array(data))
    }

    /// Archives the anchor's bytes.
    open func encode(with coder: NSCoder) {
        coder.encode(NSData(data: Data(encoded.bytes)), forKey: HKQueryAnchor.bytesKey)
    }

    /// The anchor itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
