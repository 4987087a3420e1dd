import HearthSystem

/// Prints an error and ends the program, with status 2 for invalid arguments.
func fail(_ problem: String, code: Int32 = 2) -> Never {
    let advice = code == 2 ? " See 'hearth-bench --help'." : ""
    let message = Array("hearth-bench: \(problem)\(advice)\n".utf8)
    _ = write(STDERR_FILENO, message, message.count)
    exit(code)
}
