/// An error of the protocol: a code for programs, a sentence for people, and the invalid field.
///
/// Neither the sentence nor the field path ever holds a health value, a metadata value or a name that an app chose,
/// so that an error can be logged anywhere.
@usableFromInline
package struct HearthError: Error, Hashable, Sendable {
    package var code: ErrorCode
    /// One sentence: what happened and, if possible, what to do.
    package var message: String
    /// The path of the invalid field with the names of the `.proto`, for example `save.columns[2].starts[17]`; empty if
    /// the error does not concern a field.
    package var field: String
    /// A sample that the app may not see, when the error tells that it exists. Not sent.
    package var hiddenSample: ObjectID?

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
/// The path is built only after an error, so success costs nothing.
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
