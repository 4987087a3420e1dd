/// The namespaces that the open elements of a document declare.
///
/// Unsafe pointers: a prefix is a part of a text that the parser owns.
struct XMLNamespaces {
    private struct Declaration {
        /// Empty: of names without a prefix.
        let prefix: [UInt8]
        let namespace: XMLNamespace
        /// The number of open elements with the one that declares it.
        let depth: Int
    }

    /// Real documents declare a handful; more are refused.
    static let maxDeclarations = 256

    private var declarations: [Declaration] = []

    /// False: there are too many.
    mutating func add(_ attributes: [XMLAttribute], at depth: Int) -> Bool {
        for attribute in attributes where attribute.name.count >= 5 && attribute.name.start[0] == UInt8(ascii: "x") {
            let name = attribute.name.buffer
            guard name.starts(with: "xmlns".utf8), name.count == 5 || name[5] == UInt8(ascii: ":") else { continue }
            guard declarations.count < Self.maxDeclarations else { return false }
            declarations.append(
                Declaration(
                    prefix: Array(name.dropFirst(6)),
                    namespace: XMLNamespace(attribute.value.buffer.span),
                    depth: depth
                )
            )
        }
        return true
    }

    /// Forgets what an element has declared that ends.
    mutating func end(at depth: Int) {
        while let last = declarations.last, last.depth >= depth {
            declarations.removeLast()
        }
    }

    /// Nil if nothing declares the prefix.
    func name(_ text: XMLText) -> XMLName? {
        let colon = text.buffer.firstIndex(of: UInt8(ascii: ":"))
        guard colon != nil || !declarations.isEmpty else { return XMLName(.none, local: text) }
        let prefix = UnsafeBufferPointer(rebasing: text.buffer[..<(colon ?? 0)])
        let namespace = declarations.last { $0.prefix.elementsEqual(prefix) }?.namespace
        guard let namespace = namespace ?? (prefix.isEmpty ? XMLNamespace.none : nil) else {
            return prefix.elementsEqual("xml".utf8) ? XMLName(.other, local: text) : nil
        }
        let start = colon.map { $0 + 1 } ?? 0
        return XMLName(namespace, local: XMLText(start: text.start + start, count: text.count - start))
    }
}
