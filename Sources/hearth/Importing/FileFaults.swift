import HearthFormats

/// The files that were not imported, or only in part. Each is reported at once.
struct FileFaults: Sendable {
    private let isDryRun: Bool
    private var omitted = 0
    private var cut = 0

    init(isDryRun: Bool) {
        self.isDryRun = isDryRun
    }

    /// Sentences without their ends.
    var texts: [String] {
        let were = isDryRun ? ("file can be", "files can be") : ("file was", "files were")
        let not = isDryRun ? ("file cannot be", "files cannot be") : ("file was not", "files were not")
        let texts = [
            (omitted, "\(omitted.counted(not.0, not.1)) imported"),
            (cut, "\(cut.counted(were.0, were.1)) imported in part"),
        ]
        return texts.filter { $0.0 > 0 }.map(\.1)
    }

    mutating func omitFile(_ path: String, _ reason: String) {
        omitted += 1
        printOmission(of: path, reason)
    }

    /// A file in an export that is counted elsewhere.
    func printOmission(of path: String, _ reason: String) {
        Terminal.printError("\(path.printable) \(isDryRun ? "cannot be" : "was not") imported: \(reason).")
    }

    /// `reason`: sentences that say what was saved.
    mutating func omitTable(_ path: String, _ reason: String, isPartSaved: Bool) {
        if isPartSaved {
            cut += 1
        } else {
            omitted += 1
        }
        Terminal.printError("\(path.printable): \(reason)")
    }

    mutating func omitRest(of path: String, _ error: FormatError) {
        cut += 1
        let rest = isDryRun ? "can be imported" : "was imported"
        Terminal.printError("\(path.printable) cannot be read further: \(error). What comes before it \(rest).")
    }
}
