#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The power supply of the machine, as the kernel reports it.
struct PowerSupply {
    private let folder: String

    /// `folder`: that of the kernel's reports, which tests replace.
    init(folder: String = "/sys/class/power_supply") {
        self.folder = folder
    }

    /// Whether a battery of the machine discharges.
    var isOnBattery: Bool { batteries.contains { value("status", of: $0) == "Discharging" } }

    /// Whether the machine has a battery of its own.
    var hasBattery: Bool { !batteries.isEmpty }

    /// The batteries of the machine. Those of mice and the like do not count.
    private var batteries: [String] {
        let supplies = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return supplies.filter { value("type", of: $0) == "Battery" && value("scope", of: $0) != "Device" }
    }

    private func value(_ name: String, of supply: String) -> String? {
        let data = FileManager.default.contents(atPath: "\(folder)/\(supply)/\(name)")
        return data.flatMap { String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isWhitespace).first }.map(
            String.init
        )
    }
}
