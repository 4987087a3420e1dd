import HearthFormats

/// The files that were not imported, or only in part. Each is reported at once.
struct FileFaults: Sendable {
    private var omitted = 0
    private var cut = 0

    /// Sentences without their ends.
    var texts: [String] {
        let texts = [
            (omitted, "\(omitted.counted("file was", "files were")) not imported"),
            (cut, "\(cut.counted("file was", "files were")) imported in part"),
        ]
        return texts.filter { $0.0 > 0 }.map(\.1)
    }

    mutating func omitFile(_ path: String, _ reason: String) {
        omitted += 1
        Terminal.printError("\(path.printable) was not imported: \(reason).")
    }

    mutating func omitRest(of path: String, _ error: FormatError, isDryRun: Bool) {
        cut += 1
        let rest = isDryRun ? "can be imported" : "was imported"
        Terminal.printError("\(path.printable) cannot be read further: \(error). What comes before it \(rest).")
    }
}
