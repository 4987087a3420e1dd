/// The name of an element, while it is handled: its namespace and its local name.
struct XMLName {
    /// Separates namespace and local name in Expat's names. XML never contains this byte.
    static let separator: UInt8 = 0x01

    let namespace: XMLNamespace
    let local: XMLText

    init(_ namespace: XMLNamespace, local: XMLText) {
        self.namespace = namespace
        self.local = local
    }

    /// A name as Expat has it.
    init(_ name: XMLText) {
        var end = name.count
        while end > 0, name.start[end - 1] != Self.separator {
            end -= 1
        }
        namespace = XMLNamespace(XMLText(start: name.start, count: max(0, end - 1)).buffer.span)
        local = XMLText(start: name.start + end, count: name.count - end)
    }
}
