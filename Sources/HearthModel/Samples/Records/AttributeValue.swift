/// What a record has under a name: a value, or several in an order.
package enum AttributeValue: Hashable, Sendable {
    /// Numbers of an enum, counts, truth values as 0 and 1, or times in nanoseconds.
    case integers([Int64])
    case numbers([Double])
    case texts([String])
    case ids([ObjectID])

    /// How many values there are.
    package var count: Int {
        switch self {
        case .integers(let values): values.count
        case .numbers(let values): values.count
        case .texts(let values): values.count
        case .ids(let values): values.count
        }
    }

    /// The name of its field in a message.
    package var field: String {
        switch self {
        case .integers: "integers"
        case .numbers: "numbers"
        case .texts: "texts"
        case .ids: "uuids"
        }
    }

    /// Bytes in a message, at most.
    package var messageBytes: Int {
        switch self {
        case .integers(let values): 16 + 8 * values.count
        case .numbers(let values): 16 + 8 * values.count
        case .texts(let values): values.reduce(16) { $0 + 8 + $1.utf8.count }
        case .ids(let values): 16 + ObjectID.byteCount * values.count
        }
    }
}

extension AttributeValue: ExactlyComparable {
    package func isIdentical(to other: AttributeValue) -> Bool {
        switch (self, other) {
        case (.texts(let left), .texts(let right)): left.elementsEqual(right) { $0.isIdentical(to: $1) }
        case (.numbers(let left), .numbers(let right)):
            left.elementsEqual(right) { $0.bitPattern == $1.bitPattern }
        default: self == other
        }
    }

    package func hashExactly(into hasher: inout Hasher) {
        switch self {
        case .texts(let texts): texts.forEach { $0.hashExactly(into: &hasher) }
        case .numbers(let numbers): hasher.combine(numbers.map(\.bitPattern))
        case .integers, .ids: hasher.combine(self)
        }
    }
}
