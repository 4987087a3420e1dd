/// A value that one task passes to another and then does not use any more.
///
/// `@unchecked Sendable`: HealthKit accepts predicates and sort descriptors from any thread. Foundation's classes for
/// them are immutable, but not declared sendable.
struct Transferred<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
