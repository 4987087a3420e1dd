/// What went wrong, in the terms of the protocol: a code that programs act on, a sentence for people, and the field
/// that was at fault.
///
/// Neither the sentence nor the field path ever holds a health value, a metadata value or a name that an app chose,
/// so that an error can be logged anywhere.
@usableFromInline
package struct HearthError: Error, Hashable, Sendable {
    package var code: ErrorCode
    /// One sentence: what happened and, where there is something to do, what to do.
    package var message: String
    /// The path of the offending field as the `.proto` spells it, for example `save.columns[2].starts[17]`; empty when
    /// the error is not about a field.
    package var field: String

    package init(_ code: ErrorCode, _ message: String, field: String = "") {
        self.code = code
        self.message = message
        self.field = field
    }

    /// The same error seen from the message that contains the field.
    @usableFromInline
    package func within(_ parent: String) -> HearthError {
        var error = self
        error.field = field.isEmpty ? parent : field.hasPrefix("[") ? parent + field : "\(parent).\(field)"
        return error
    }
}

extension HearthError: CustomStringConvertible {
    @usableFromInline
    package var description: String {
        field.isEmpty ? "\(code.name): \(message)" : "\(code.name) at \(field): \(message)"
    }
}

/// The value of `body`; an error that it throws gets `parent` in front of its field path.
///
/// The path is made only when there is an error: on the way that succeeds this costs nothing.
@inlinable
package func locating<Value>(
    _ parent: @autoclosure () -> String,
    _ body: @autoclosure () throws(HearthError) -> Value
) throws(HearthError) -> Value {
    do throws(HearthError) {
        return try body()
    } catch {
        throw error.within(parent())
    }
}
