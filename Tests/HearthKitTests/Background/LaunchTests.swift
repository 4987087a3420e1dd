import Foundation
import HearthModel
import Testing

@testable import HearthKit

/// How an app says that it is started.
@Suite struct LaunchTests {
    private let shared: SharedStore
    private let type = HKQuantityType(.heartRate)

    init() throws {
        shared = try SharedStore()
    }

    private func launch() async throws -> String {
        try await shared.other.connection.status().backgroundApps.first?.launch ?? ""
    }

    @Test func withoutAWordItIsTheProgramItself() async throws {
        try await shared.store.enableBackgroundDelivery(for: type, frequency: .immediate)
        let own = try #require(BackgroundLaunch.ownProgram)
        #expect(own.isFallback)
        #expect(try await launch() == own.description)
    }

    @Test func whatTheCodeSaysStays() async throws {
        let program = HKBackgroundLaunch.program(at: "/opt/run", arguments: ["--told", "it's"], timeLimit: 60)
        try await shared.store.enableBackgroundDelivery(for: type, frequency: .immediate, launching: program)
        #expect(try await launch() == #"/opt/run --told 'it'\''s'"#)
        try await shared.store.enableBackgroundDelivery(for: HKQuantityType(.stepCount), frequency: .hourly)
        #expect(try await launch() == #"/opt/run --told 'it'\''s'"#)
        let unit = HKBackgroundLaunch.systemdUnit("run.service")
        try await shared.store.enableBackgroundDelivery(for: type, frequency: .immediate, launching: unit)
        #expect(try await launch() == "systemctl --user start run.service")
        try await shared.store.disableAllBackgroundDelivery()
        #expect(try await launch() == "")
    }

    @Test(arguments: [
        HKBackgroundLaunch.program(at: "run"),
        .program(at: ""),
        .program(at: "/opt/run", arguments: Array(repeating: "x", count: 64)),
        .program(at: "/opt/run", directory: "here"),
        .program(at: "/opt/run", timeLimit: 3_601),
        .systemdUnit("../run.service"),
        .systemdUnit("--force"),
    ])
    func whatCannotBeStartedIsRefused(_ launch: HKBackgroundLaunch) async throws {
        await #expect(throws: HKError.self) {
            try await shared.store.enableBackgroundDelivery(for: type, frequency: .immediate, launching: launch)
        }
        #expect(try await shared.other.connection.status().backgroundApps.isEmpty)
    }

    @Test func theEnvironmentSaysWhyTheProgramRuns() {
        #expect(!HKHealthStore.isBackgroundLaunch())
    }
}
