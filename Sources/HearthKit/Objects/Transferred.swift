/// A value that one task gives to another and does not use any more.
///
/// `@unchecked Sendable`: HealthKit takes predicates and sort descriptors from any thread, and Foundation's classes for
/// them, which do not change, do not say that they are sendable.
struct Transferred<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
