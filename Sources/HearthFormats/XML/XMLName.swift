/// The name of an element: its namespace and its local name.
struct XMLName {
    /// Separates namespace and local name in Expat's names. XML never contains this byte.
    static let separator: UInt8 = 0x01

    let namespace: XMLNamespace
    /// Nil when no format here uses the name.
    let local: XMLLocalName?

    init(_ bytes: Span<UInt8>) {
        var end = bytes.count
        while end > 0, bytes[end - 1] != Self.separator {
            end -= 1
        }
        namespace = XMLNamespace(bytes.extracting(0..<max(0, end - 1)))
        local = XMLLocalName(bytes.extracting(end..<bytes.count))
    }
}
