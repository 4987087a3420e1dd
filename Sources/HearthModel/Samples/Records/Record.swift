/// What one sample of a kind with few values holds, such as a state of mind: values by name, each name at most once.
package struct Record: Hashable, Sendable {
    /// In the order of the names' numbers.
    package private(set) var attributes: [Attribute]

    /// A name with its value.
    package struct Attribute: Hashable, Sendable {
        package var name: AttributeName
        package var value: AttributeValue

        package init(_ name: AttributeName, _ value: AttributeValue) {
            self.name = name
            self.value = value
        }
    }

    package init() {
        attributes = []
    }

    /// Refuses names that are not in order, or occur twice.
    package init(_ attributes: [Attribute]) throws(HearthError) {
        self.attributes = attributes
        for (index, attribute) in attributes.enumerated().dropFirst()
        where attributes[index - 1].name.rawValue >= attribute.name.rawValue {
            throw HearthError(
                .invalidArgument,
                "The attribute does not come after the one before it.",
                field: "attributes[\(index)].name"
            )
        }
    }

    /// The value under a name; nil: none.
    package subscript(name: AttributeName) -> AttributeValue? {
        get { attributes.first { $0.name == name }?.value }
        set {
            attributes.removeAll { $0.name == name }
            guard let newValue else { return }
            let place = attributes.firstIndex { $0.name.rawValue > name.rawValue } ?? attributes.count
            attributes.insert(Attribute(name, newValue), at: place)
        }
    }

    /// Bytes in a message, at most.
    package var messageBytes: Int { attributes.reduce(16) { $0 + 16 + $1.value.messageBytes } }
}

// MARK: - Values of a form

extension Record {
    /// The only integer under a name, or the first of several.
    package func integer(_ name: AttributeName) -> Int64? { integers(name).first }

    package func integers(_ name: AttributeName) -> [Int64] {
        if case .integers(let values)? = self[name] { values } else { [] }
    }

    package func number(_ name: AttributeName) -> Double? { numbers(name).first }

    package func numbers(_ name: AttributeName) -> [Double] {
        if case .numbers(let values)? = self[name] { values } else { [] }
    }

    package func text(_ name: AttributeName) -> String? { texts(name).first }

    package func texts(_ name: AttributeName) -> [String] {
        if case .texts(let values)? = self[name] { values } else { [] }
    }

    package func ids(_ name: AttributeName) -> [ObjectID] {
        if case .ids(let values)? = self[name] { values } else { [] }
    }

    package func time(_ name: AttributeName) -> Timestamp? { integer(name).map(Timestamp.init(nanoseconds:)) }

    // Setters: nothing is set of what is absent or empty.

    package mutating func set(_ name: AttributeName, _ integer: Int64?) {
        self[name] = integer.map { .integers([$0]) }
    }

    package mutating func set(_ name: AttributeName, _ integers: [Int64]) {
        self[name] = integers.isEmpty ? nil : .integers(integers)
    }

    package mutating func set(_ name: AttributeName, _ number: Double?) {
        self[name] = number.map { .numbers([$0]) }
    }

    package mutating func set(_ name: AttributeName, _ numbers: [Double]) {
        self[name] = numbers.isEmpty ? nil : .numbers(numbers)
    }

    package mutating func set(_ name: AttributeName, _ text: String?) {
        self[name] = text.map { .texts([$0]) }
    }

    package mutating func set(_ name: AttributeName, _ texts: [String]) {
        self[name] = texts.isEmpty ? nil : .texts(texts)
    }

    package mutating func set(_ name: AttributeName, _ ids: [ObjectID]) {
        self[name] = ids.isEmpty ? nil : .ids(ids)
    }

    package mutating func set(_ name: AttributeName, _ time: Timestamp?) {
        set(name, time?.nanoseconds)
    }
}

extension Record: ExactlyComparable {
    package func isIdentical(to other: Record) -> Bool {
        attributes.elementsEqual(other.attributes) { $0.name == $1.name && $0.value.isIdentical(to: $1.value) }
    }

    package func hashExactly(into hasher: inout Hasher) {
        for attribute in attributes {
            hasher.combine(attribute.name)
            attribute.value.hashExactly(into: &hasher)
        }
    }
}
