import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthKit

/// What an app asks of the owner of a real server, whose tool answers.
@Suite struct AuthorizationTests {
    private static let app = "org.example.reader"
    private static let time = Date(timeIntervalSince1970: 1_795_248_000)
    private static let heartRate = HKQuantityType(.heartRate)
    private static let steps = HKQuantityType(.stepCount)

    private let folder: ServerFolder
    private let server: ServerProcess
    private let store: HKHealthStore

    init() throws {
        folder = try ServerFolder()
        server = try ServerProcess(in: folder)
        store = HKHealthStore(appIdentifier: Self.app, socketPath: folder.socket)
    }

    @discardableResult
    private func hearth(_ arguments: String..., input: String = "") throws -> String {
        let tool = try HearthTool(arguments, in: folder, input: input)
        #expect(tool.exit == .code(0), "\(tool.errors)")
        return tool.output
    }

    /// Waits until the app has asked. Between its questions others have the thread: the app may need it to ask.
    private func untilAsked() async throws {
        while try !hearth("status").contains("hearth allow \(Self.app)") {
            await Task.yield()
        }
    }

    private func status() async throws -> HKAuthorizationRequestStatus {
        try await store.statusForAuthorizationRequest(toShare: [Self.heartRate], read: [Self.heartRate, Self.steps])
    }

    private static func request(_ store: HKHealthStore) async throws {
        try await store.requestAuthorization(toShare: [heartRate], read: [heartRate, steps])
    }

    private func sample(_ value: Double, at time: Date = time) -> HKQuantitySample {
        let unit = HKUnit.count().unitDivided(by: .minute())
        let quantity = HKQuantity(unit: unit, doubleValue: value)
        return HKQuantitySample(type: Self.heartRate, quantity: quantity, start: time, end: time)
    }

    @Test func aNewUserIsAskedNothing() async throws {
        #expect(store.authorizationStatus(for: Self.heartRate) == .sharingAuthorized)
        #expect(try await status() == .unnecessary)
        #expect(try hearth("access") == "What is not decided is allowed to apps without a socket.\n")
        try await Self.request(store)
        try await store.save(sample(60))
        let lines = try hearth("access").split(separator: "\n")
        #expect(lines.count == 8 && lines[2...3].allSatisfy { $0.hasPrefix(Self.app) }, "\(lines)")
        #expect(lines[3].contains("recorded") && lines[4].hasPrefix("recorded: "), "\(lines)")
        #expect(lines.last?.contains("saved 1 today") == true, "\(lines)")
        try server.stop()
    }

    @Test func anAppAsksAndIsAllowed() async throws {
        try hearth("access", "--ask")
        #expect(store.authorizationStatus(for: Self.heartRate) == .notDetermined)
        #expect(try await status() == .shouldRequest)
        let refused = await #expect(throws: HKError.self) { try await store.save(sample(60)) }
        #expect(refused?.code == .errorAuthorizationNotDetermined)
        let asking = store
        async let answer: Void = Self.request(asking)
        try await untilAsked()
        let asked = try hearth("consent", "--once", input: "what\na\n")
        #expect(asked.contains("to read heart rate, step count") && asked.contains("to save heart rate"), "\(asked)")
        try await answer
        #expect(store.authorizationStatus(for: Self.heartRate) == .sharingAuthorized)
        #expect(try await status() == .unnecessary)
        try await store.save(sample(60))
        #expect(try await store.earliestAuthorizedSampleDate(for: [Self.heartRate, Self.steps]) == [:])
        try server.stop()
    }

    @Test func anAppThatIsDeniedIsNotToldOfReading() async throws {
        try hearth("save", "heartRate", "71")
        try hearth("access", "--ask")
        let asking = store
        async let answer: Void = Self.request(asking)
        try await untilAsked()
        try hearth("consent", "--once", input: "d\n")
        try await answer
        #expect(store.authorizationStatus(for: Self.heartRate) == .sharingDenied)
        #expect(try await status() == .unnecessary)
        let refused = await #expect(throws: HKError.self) { try await store.save(sample(60)) }
        #expect(refused?.code == .errorAuthorizationDenied)
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Self.heartRate)],
            sortDescriptors: []
        )
        #expect(try await descriptor.result(for: store).isEmpty)
        try server.stop()
    }

    @Test func aLimitedHistoryHasABeginning() async throws {
        try hearth("access", "--ask")
        let asking = store
        async let answer: Void = Self.request(asking)
        try await untilAsked()
        try hearth("consent", "--once", input: "30\n")
        try await answer
        let dates = try await store.earliestAuthorizedSampleDate(for: [Self.heartRate, Self.steps, .workoutType()])
        #expect(Set(dates.keys) == [Self.heartRate, Self.steps])
        let days = dates.values.map { -$0.timeIntervalSinceNow / 86_400 }
        #expect(days.allSatisfy { (29.9...31.1).contains($0) }, "\(days)")
        // A correlation is decided by its members.
        try hearth("allow", Self.app, "bloodPressureSystolic", "--read", "--since", "2026-01-02T00:00:00Z")
        try hearth("allow", Self.app, "bloodPressureDiastolic", "--read", "--since", "2026-01-03T00:00:00Z")
        try hearth("allow", Self.app, "dietaryEnergyConsumed", "--read", "--since", "2026-01-02T00:00:00Z")
        let (pressure, food) = (HKCorrelationType(.bloodPressure), HKCorrelationType(.food))
        let correlations = try await store.earliestAuthorizedSampleDate(for: [pressure, food, Self.heartRate])
        #expect(correlations[pressure] == Date(timeIntervalSince1970: 1_767_398_400))
        #expect(correlations[food] == nil && correlations[Self.heartRate] != nil)
        try server.stop()
    }

    @Test func whatCannotBeAskedForIsAnError() async throws {
        let prescriptions = HKObjectType.visionPrescriptionType()
        for (share, read) in [
            ([HKCorrelationType(.bloodPressure)], []), ([], [HKCorrelationType(.food)]), ([], [prescriptions]),
        ] as [(Set<HKSampleType>, Set<HKObjectType>)] {
            let error = await #expect(throws: HKError.self) {
                try await store.requestAuthorization(toShare: share, read: read)
            }
            #expect(error?.code == .errorInvalidArgument)
        }
        let error = await #expect(throws: HKError.self) {
            try await store.requestPerObjectReadAuthorization(for: Self.heartRate, predicate: nil)
        }
        #expect(error?.code == .errorInvalidArgument)
        try await store.requestAuthorization(toShare: [], read: [HKObjectType.activitySummaryType()])
        try await store.requestPerObjectReadAuthorization(for: prescriptions, predicate: nil)
        #expect(try hearth("access").contains("visionPrescription"))
        try server.stop()
    }

    @Test func correlationsAreSavedByWhoSavesTheirMembers() async throws {
        let (pressure, food) = (HKCorrelationType(.bloodPressure), HKCorrelationType(.food))
        #expect(store.authorizationStatus(for: pressure) == .sharingAuthorized)
        #expect(store.authorizationStatus(for: HKCharacteristicType(.bloodType)) == .sharingDenied)
        try hearth("access", "--ask")
        #expect(store.authorizationStatus(for: pressure) == .notDetermined)
        try hearth("allow", Self.app, "bloodPressureSystolic", "dietaryProtein")
        #expect(store.authorizationStatus(for: pressure) == .notDetermined)
        #expect(store.authorizationStatus(for: food) == .sharingAuthorized)
        try hearth("deny", Self.app, "bloodPressureDiastolic")
        #expect(store.authorizationStatus(for: pressure) == .sharingDenied)
        try server.stop()
        #expect(store.authorizationStatus(for: pressure) == .notDetermined, "no server answers")
    }
}
