import Foundation
import HearthClient
import HearthModel
import HearthWire
import Testing

@testable import HearthKit

@Suite("Sources and devices")
struct SourceTests {
    @Test("an app is what its environment says, else its program")
    func identity() {
        let named = App.current(
            environment: ["HEARTH_APP_ID": "org.example.app"],
            bundleIdentifier: "org.example.bundle"
        )
        #expect(named.bundleIdentifier == "org.example.app" && !named.name.isEmpty)
        let bundled = App.current(environment: [:], bundleIdentifier: "org.example.bundle", version: "1.2")
        #expect(bundled.bundleIdentifier == "org.example.bundle" && bundled.version == "1.2")
        #expect(App.current(environment: ["HEARTH_APP_ID": ""]).bundleIdentifier == named.name)
        #expect(HKSource.default() == HKSource.default() && !HKSource.default().bundleIdentifier.isEmpty)
    }

    @Test("a source revision without more is one of any machine")
    func wildcards() {
        let revision = HKSourceRevision(source: .default(), version: HKSourceRevisionAnyVersion)
        #expect(revision.productType == HKSourceRevisionAnyProductType)
        #expect(revision.operatingSystemVersion.majorVersion == HKSourceRevisionAnyOperatingSystem.majorVersion)
        #expect(revision.pattern == SourceRevisionPattern(bundleIdentifier: HKSource.default().bundleIdentifier))
        let exact = HKSourceRevision(
            source: .default(),
            version: "1.2",
            productType: nil,
            operatingSystemVersion: Foundation.OperatingSystemVersion(
                majorVersion: 12,
                minorVersion: 1,
                patchVersion: 0
            )
        )
        #expect(exact.pattern.version == .exactly("1.2") && exact.pattern.productType == .exactly(nil))
        #expect(exact.pattern.operatingSystemVersion == .exactly(.init(major: 12, minor: 1, patch: 0)))
        #expect(exact != revision && exact == exact)
    }

    @Test("sources, revisions and devices survive an archive")
    func archives() throws {
        let source = HKSource(Source(bundleIdentifier: "org.example", name: "Example"))
        let device = HKDevice(
            name: "n",
            manufacturer: nil,
            model: "",
            hardwareVersion: "h",
            firmwareVersion: "f",
            softwareVersion: "s",
            localIdentifier: "l",
            udiDeviceIdentifier: "u"
        )
        let revision = HKSourceRevision(source: source, version: "2", productType: nil, system: nil)
        #expect(try restored(source).name == "Example")
        #expect(try restored(device) == device)
        #expect(try restored(revision) == revision)
        let own = AppIdentity.current.sourceRevision
        #expect(try restored(own) == own)
    }

    private func restored<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
        let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
    }

    @Test("each property of a device has its key")
    func deviceProperties() throws {
        let keys = try Declarations.texts(in: "Objects/DevicePropertyKeys.swift")
        #expect(keys.count == DeviceProperty.allCases.count)
        for property in DeviceProperty.allCases {
            #expect(DeviceProperty(key: property.key) == property)
            #expect(keys.values.contains(property.key))
        }
        #expect(DeviceProperty(key: "colour") == nil)
        #expect(HKDevice.local() == HKDevice.local() && HKDevice.local().name?.isEmpty == false)
    }
}
