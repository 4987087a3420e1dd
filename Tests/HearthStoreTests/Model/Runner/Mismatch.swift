import HearthModel

/// The store did something else than the reference.
struct Mismatch: Error, CustomStringConvertible, Sendable {
    /// What it is about. A shrunk script must fail with the same kind.
    enum Kind: String, Sendable {
        case receipt, refusal, snapshot, rows, shape, members, limit, changes, anchor, sources, characteristics
        case retention, registrations, verification, failure
    }

    var kind: Kind
    var detail: String
    /// The step that it showed in.
    var step: Int?

    init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    var description: String { "\(kind.rawValue)\(step.map { " in step \($0)" } ?? ""): \(detail)" }
}

/// Throws unless the condition holds; the detail is made only then.
func ensure(_ condition: Bool, _ kind: Mismatch.Kind, _ detail: @autoclosure () -> String) throws(Mismatch) {
    guard condition else { throw Mismatch(kind, detail()) }
}

/// The value of what must not fail.
func succeeding<Value>(
    _ what: String,
    _ kind: Mismatch.Kind = .failure,
    _ body: () throws(HearthError) -> Value
) throws(Mismatch) -> Value {
    do throws(HearthError) {
        return try body()
    } catch {
        throw Mismatch(kind, "\(what) failed: \(error)")
    }
}
