/// The metadata keys that a decoder has read last. A save names the same few for each of its samples: all of them share one
/// string, and not each has a copy.
///
/// Unsafe pointers: protobuf-c's text is compared in place.
final class KeyCache {
    private var keys: [String] = Array(repeating: "", count: KeyCache.places)

    private static let places = 64
    /// Longer keys are not kept, so that a peer cannot fill the cache with large ones.
    private static let bytesMax = 128

    /// The key with this text, if it was read lately.
    func key(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        guard let place = KeyCache.place(of: text) else { return nil }
        let key = keys[place]
        return key.utf8.elementsEqual(text) ? key : nil
    }

    /// Keeps a key that was read.
    func insert(_ key: String, _ text: UnsafeBufferPointer<UInt8>) {
        guard let place = KeyCache.place(of: text) else { return }
        keys[place] = key
    }

    private static func place(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard text.count <= bytesMax, let last = text.last else { return nil }
        return (text.count &* 31 &+ Int(text[text.count / 2]) &* 7 &+ Int(last)) % places
    }
}
