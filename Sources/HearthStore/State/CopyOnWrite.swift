/// A large value, of which a copy costs as much as a reference. It is copied when it is changed while others have it, too.
struct CopyOnWrite<Value> {
    /// The value alone. An array copies its elements when they are changed, and only if they are shared.
    private var storage: [Value]

    init(_ value: Value) {
        storage = [value]
    }

    var value: Value {
        _read { yield storage[0] }
        _modify { yield &storage[0] }
    }
}

extension CopyOnWrite: Sendable where Value: Sendable {}
