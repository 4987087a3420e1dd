import Foundation
import HearthTestSupport
import Testing

@testable import HearthServer

@Suite struct PowerSupplyTests {
    /// What the kernel reports: a folder for each supply, with a file for each property.
    private func supply(_ supplies: [String: [String: String]]) throws -> (isOnBattery: Bool, hasBattery: Bool) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("power-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, values) in supplies {
            let path = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            for (property, value) in values {
                try Data("\(value)\n".utf8).write(to: path.appendingPathComponent(property))
            }
        }
        let supply = PowerSupply(folder: folder.path)
        return (supply.isOnBattery, supply.hasBattery)
    }

    @Test func aBatteryThatDischargesIsTheSupply() throws {
        let supply = try supply([
            "AC": ["type": "Mains", "online": "0"], "BAT0": ["type": "Battery", "status": "Discharging"],
        ])
        #expect(supply == (true, true))
    }

    @Test func aBatteryThatChargesIsNot() throws {
        let supply = try supply([
            "AC": ["type": "Mains", "online": "1"], "BAT0": ["type": "Battery", "status": "Charging"],
        ])
        #expect(supply == (false, true))
    }

    @Test func theBatteryOfAMouseDoesNotCount() throws {
        let supply = try supply(["hid-mouse": ["type": "Battery", "scope": "Device", "status": "Discharging"]])
        #expect(supply == (false, false))
    }

    @Test func aMachineThatReportsNothingIsNotOnBattery() throws {
        #expect(try supply([:]) == (false, false))
    }
}
