public import Foundation
internal import HearthModel

/// A place in the changes of a store: everything up to it is known. What is in it concerns only the store that made it.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
open class HKQueryAnchor: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// As the store made it; empty for the beginning.
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The anchor for which a number stands: one that this program has got from the former form of
    /// `HKAnchoredObjectQuery`, whose anchors are numbers. Any other number stands for the beginning: a query with the
    /// anchor gets more than it may have asked for, and misses nothing.
    public init(fromValue value: Int) {
        bytes = NumberedAnchors.anchor(of: value)
    }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKQueryAnchor)?.bytes == bytes
    }

    override open var hash: Int { bytes.hashValue }

    override open var description: String {
        let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return "<HKQueryAnchor, \(bytes.isEmpty ? "the beginning" : digits.joined())>"
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
        bytes = Array(data)
    }

    /// Archives the anchor's bytes.
    open func encode(with coder: NSCoder) {
        coder.encode(NSData(data: Data(bytes)), forKey: HKQueryAnchor.bytesKey)
    }

    /// The anchor itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
