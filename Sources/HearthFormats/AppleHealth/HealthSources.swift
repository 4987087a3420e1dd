import Foundation
import HearthModel

/// The versions of the sources in an export, and their devices.
struct HealthSources {
    private(set) var origins: [HealthOrigin] = []
    private var numbers: [HealthOrigin: Int] = [:]
    private var sources = XMLTextCache<HealthSource>()
    private var count = 0
    private var key: [UInt8] = []

    /// A file can make up any number of them.
    private static let maxOrigins = 100_000

    /// The source of an element; nil: it names none, and there is no `standard` name, or there are too many.
    mutating func source(_ attributes: inout HealthAttributes, standard: String? = nil) -> HealthSource? {
        key.removeAll(keepingCapacity: true)
        if let name = attributes[.sourceName] {
            key.append(contentsOf: name.buffer)
        } else if let standard {
            key.append(contentsOf: standard.utf8)
        } else {
            return nil
        }
        key.append(0)
        if let version = attributes[.sourceVersion] {
            key.append(contentsOf: version.buffer)
        }
        key.append(0)
        if let device = attributes[.device] {
            key.append(contentsOf: HealthDevice.properties(device).buffer)
            key.append(0)
        }
        if let known = sources[key] { return known }
        guard let source = newSource() else { return nil }
        sources[key] = source
        return source
    }

    /// The source of a file next to the document; nil: there are too many.
    mutating func source(_ name: String, _ version: String, _ device: Device?) -> HealthSource? {
        newSource(name, version, device)
    }

    private mutating func newSource() -> HealthSource? {
        let texts = key.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0.prefix(Int(Limits.standard.stringBytes) / 2), as: UTF8.self)
        }
        return newSource(texts[0], texts[1], texts.count > 3 ? HealthDevice.device(texts[2]) : nil)
    }

    private mutating func newSource(_ name: String, _ version: String, _ device: Device?) -> HealthSource? {
        let origin = HealthOrigin(name: name, version: version, identifier: "\(HealthOutput.format):\(name)")
        let number = numbers[origin] ?? origins.count
        if number == origins.count {
            guard number < Self.maxOrigins else { return nil }
            origins.append(origin)
            numbers[origin] = number
        }
        count += 1
        return HealthSource(
            origin: number,
            device: device,
            number: count
        )
    }
}
