import HearthModel
import HearthServer
import HearthStore
import HearthSystem

/// Whether the store's file can be used, and whether there is room for more.
struct StoreDiagnosis {
    let findings: [Finding]

    /// With less than this left, a large import may fill the disk.
    private static let scarceBytes: UInt64 = 1 << 30
    /// A store of this size is read in a moment.
    private static let smallBytes: UInt64 = 64 << 20

    /// `socket`: that of a server that does not tell which store it has; nil: it has this one.
    init(_ location: StoreLocation, ofServerAt socket: NamedSocket? = nil, checksContents: Bool) {
        if let socket {
            findings = [
                .note(
                    "store",
                    "It is not looked at: no server at \(socket.path.printable), which \(socket.origin) names, says which one it"
                        + " has.",
                    "Name the store with --store, or ask the usual server without \(socket.origin)."
                )
            ]
            return
        }
        guard case .file(let path) = location else {
            findings = [
                .note(
                    "store",
                    "It is in a database: \(location).",
                    "'hearth backup' and 'hearth check' of the copy read all of it."
                )
            ]
            return
        }
        guard let file = FileFacts(path) else {
            findings = [.note("store", "There is none at \(path) yet.", "'hearth serve' creates it.")]
            return
        }
        var findings: [Finding] = []
        if !file.isOwn {
            findings.append(.problem("store", "\(path) belongs to another user.", "Name another store with --store."))
        } else if file.openTo != 0 {
            findings.append(.problem("store", "Other users can open \(path).", "Run 'chmod 600 \(path)'."))
        } else {
            findings.append(.fine("store", path))
        }
        findings += StoreDiagnosis.spaceFindings(path)
        if checksContents || file.bytes <= StoreDiagnosis.smallBytes {
            findings.append(StoreDiagnosis.contents(of: path))
        } else if let error = StoreDiagnosis.headerError(path) {
            findings.append(StoreDiagnosis.finding(error))
        } else {
            findings.append(
                .note("contents", "It is a store of \(ByteSize.text(file.bytes)).", "'--check' reads all of it.")
            )
        }
        self.findings = findings
    }

    private static func spaceFindings(_ path: String) -> [Finding] {
        guard let free = FileFacts.freeBytes(at: path) else { return [] }
        let text = "\(ByteSize.text(free)) free on the store's disk"
        return [
            free < scarceBytes
                ? .problem("disk", "Only \(text).", "Make room: saves are refused when it is full.")
                : .fine("disk", text)
        ]
    }

    /// A copy is read: opening a store of an older version would migrate it.
    private static func contents(of path: String) -> Finding {
        do throws(HearthError) {
            let snapshot = try StoreContents.verify(.file(path), asCopy: true)
            return .fine("contents", "\(snapshot.sampleCount.counted("sample")), intact")
        } catch {
            return finding(error)
        }
    }

    private static func headerError(_ path: String) -> HearthError? {
        do throws(HearthError) {
            try StoreFile.check(path)
            return nil
        } catch {
            return error
        }
    }

    private static func finding(_ error: HearthError) -> Finding {
        .problem("contents", error.message, "Restore a backup: see 'hearth backup --help'.")
    }
}
