/// A secret with which the UUIDs of samples are derived from their content. An app without it cannot tell which UUID a
/// sample would have, and so cannot find out by a UUID that is in use what other apps have saved. A second secret
/// of a store seals its anchors.
///
/// Its description hides it from logs.
package struct IdentityKey: Hashable, Sendable {
    private let first: UInt64
    private let second: UInt64

    package static let byteCount = 16

    /// What a hash is for. Hashes for one purpose say nothing about those for another.
    package enum Purpose: UInt64, Sendable {
        /// The keys of apps.
        case app = 1
        /// What samples of an origin and a day share, of exports and workout files.
        case origin = 2
        /// What tells these samples apart.
        case detail = 3
        /// Samples of CSV and JSON files.
        case content = 4
        /// The checksums of sealed anchors.
        case anchorTag = 5
        /// What hides the content of sealed anchors.
        case anchorStream = 6
    }

    /// Nil when there are fewer or more than 16 bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard let id = ObjectID(bytes: bytes) else { return nil }
        self.init(id.high.byteSwapped, id.low.byteSwapped)
    }

    private init(_ first: UInt64, _ second: UInt64) {
        self.first = first
        self.second = second
    }

    package static func random() -> IdentityKey {
        IdentityKey(.random(in: .min ... .max), .random(in: .min ... .max))
    }

    package var bytes: [UInt8] {
        [first, second].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> ($0 * 8)) } }
    }

    /// The key of an app. It says nothing about the store's key or that of another app.
    package func key(of app: String) -> IdentityKey {
        var hash = hash(for: .app)
        hash.add(app)
        let value = hash.value
        return IdentityKey(UInt64(truncatingIfNeeded: value), UInt64(truncatingIfNeeded: value >> 64))
    }

    package func hash(for purpose: Purpose) -> KeyedHash {
        var hash = KeyedHash(key: (first, second))
        hash.add(purpose.rawValue)
        return hash
    }
}

extension IdentityKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "hidden" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
