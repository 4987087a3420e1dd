#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Says what was wrong with the arguments and ends with 2.
func fail(_ argument: String?) -> Never {
    let problem = argument.map { "there is no benchmark '\($0)'." } ?? "which benchmark?"
    let message = Array("hearth-bench: \(problem) See 'hearth-bench --help'.\n".utf8)
    _ = write(STDERR_FILENO, message, message.count)
    exit(2)
}
