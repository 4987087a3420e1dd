/// Finds the element of a format by its local name. The cases' order is that of the search: the frequent ones first.
struct XMLNameTable<Element: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
    private let entries: [(name: XMLLocalName, element: Element)] = Element.allCases.compactMap { element in
        XMLLocalName(element.rawValue).map { ($0, element) }
    }

    subscript(name: XMLLocalName?) -> Element? {
        guard let name else { return nil }
        return entries.first { $0.name == name }?.element
    }
}
