import HearthModel
import HearthServer
import HearthSystem

/// Whether the store's file can be used, and whether there is room for more.
struct StoreDiagnosis {
    let findings: [Finding]

    /// With less than this left, a large import may fill the disk.
    private static let scarceBytes: UInt64 = 1 << 30

    /// - Parameter isServed: whether a server has the store open.
    init(_ path: String, isServed: Bool, checksContents: Bool) {
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
        if checksContents {
            findings.append(StoreDiagnosis.contents(of: path, isServed: isServed))
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

    private static func contents(of path: String, isServed: Bool) -> Finding {
        do throws(HearthError) {
            let snapshot = try StoreContents.verify(path, asCopy: isServed)
            return .fine("contents", "\(snapshot.sampleCount.pluralized("sample")), intact")
        } catch {
            return .problem("contents", error.message, "Restore a backup: see 'hearth backup --help'.")
        }
    }
}
