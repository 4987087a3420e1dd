import Foundation
import HearthModel

/// Who saved a sample: a version of a source, by its number, and the device that measured.
final class HealthSource {
    let origin: Int
    let device: Device?
    /// Tells the sources of a file apart.
    let number: Int

    init(origin: Int, device: Device?, number: Int) {
        self.origin = origin
        self.device = device
        self.number = number
    }
}

/// The versions of the sources in an export, and their devices.
struct HealthSources {
    private(set) var origins: [HealthOrigin] = []
    private var numbers: [HealthOrigin: Int] = [:]
    private var sources = XMLTextCache<HealthSource>()
    private var count = 0
    private var key: [UInt8] = []

    /// The source of an element; nil: it names none.
    mutating func source(_ attributes: inout HealthAttributes) -> HealthSource? {
        guard let name = attributes[.sourceName] else { return nil }
        key.removeAll(keepingCapacity: true)
        key.append(contentsOf: name.buffer)
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
        let source = newSource()
        sources[key] = source
        return source
    }

    private mutating func newSource() -> HealthSource {
        let texts = key.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0.prefix(Int(Limits.standard.stringBytes) / 2), as: UTF8.self)
        }
        let origin = HealthOrigin(
            name: texts[0],
            version: texts[1],
            identifier: "\(HealthOutput.format):\(texts[0])"
        )
        let number = numbers[origin] ?? origins.count
        if number == origins.count {
            origins.append(origin)
            numbers[origin] = number
        }
        count += 1
        return HealthSource(
            origin: number,
            device: texts.count > 3 ? HealthDevice.device(texts[2]) : nil,
            number: count
        )
    }
}
