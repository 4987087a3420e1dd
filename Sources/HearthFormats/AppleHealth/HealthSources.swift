import CExpat
import HearthModel

/// The versions of the sources in an export, and their devices.
///
/// Unsafe pointers: the texts are attributes, which Expat owns while it calls.
struct HealthSources {
    /// Who saved a sample: a version of a source, by its number, and the device that measured.
    struct Entry {
        let origin: Int
        let device: Device?
    }

    private(set) var origins: [HealthOrigin] = []
    private var numbers: [HealthOrigin: Int] = [:]
    /// Entries by their texts. Most objects have those of the object before.
    private var entries: [[UInt8]: Entry] = [:]
    private var last: (key: [UInt8], entry: Entry)?
    private var key: [UInt8] = []

    /// Texts that are remembered.
    private static let mostEntries = 4_096

    /// The source of an element; nil: it names none.
    mutating func entry(_ attributes: HealthAttributes) -> Entry? {
        guard let name = attributes[.sourceName] else { return nil }
        key.removeAll(keepingCapacity: true)
        withText(name) { append($0, 0..<$0.count) }
        if let version = attributes[.sourceVersion] {
            withText(version) { append($0, 0..<$0.count) }
        } else {
            key.append(0)
        }
        if let device = attributes[.device] {
            withText(device) { append($0, HealthDevice.properties($0)) }
        }
        if let last, last.key == key { return last.entry }
        let entry = entries[key] ?? newEntry()
        last = (key, entry)
        return entry
    }

    private mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) {
        for index in range {
            key.append(text[index])
        }
        key.append(0)
    }

    private mutating func newEntry() -> Entry {
        let texts = key.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0.prefix(Int(Limits.standard.stringBytes) / 2), as: UTF8.self)
        }
        let origin = HealthOrigin(name: texts[0], version: texts[1])
        let number = numbers[origin] ?? origins.count
        if number == origins.count {
            origins.append(origin)
            numbers[origin] = number
        }
        let entry = Entry(origin: number, device: texts.count > 2 ? HealthDevice.device(texts[2]) : nil)
        if entries.count == Self.mostEntries {
            entries.removeAll()
        }
        entries[key] = entry
        return entry
    }
}
