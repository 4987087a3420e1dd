import Foundation
import HearthKit

/// `hearth-background-app register BEHAVIOUR REPORTS`: an app that wants to be told of heart rates at once, as
/// `hearth-background-app BEHAVIOUR REPORTS`, and ends.
///
/// `hearth-background-app BEHAVIOUR REPORTS`: the app as the server starts it. Writes lines to a named pipe.
@main
struct BackgroundApp {
    private static let heartRate = HKQuantityType(.heartRate)

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.count == 3, arguments[0] == "register" {
            return try await register(arguments[1], arguments[2])
        }
        guard arguments.count == 2, let behaviour = Behaviour(rawValue: arguments[0]) else {
            print("usage: hearth-background-app [register] BEHAVIOUR REPORTS")
            exit(2)
        }
        let reports = try Reports(arguments[1])
        let app = ProcessInfo.processInfo.environment["HEARTH_APP_ID"] ?? "nobody"
        reports.write("launched \(HKHealthStore.isBackgroundLaunch()) \(app)")
        try await behaviour.apply(HKHealthStore(), heartRate, reports)
    }

    private static func register(_ behaviour: String, _ reports: String) async throws {
        guard let program = Bundle.main.executablePath else { exit(1) }
        let seconds = behaviour == Behaviour.hang.rawValue ? 1 : 0
        try await HKHealthStore().enableBackgroundDelivery(
            for: heartRate,
            frequency: .immediate,
            launching: .program(at: program, arguments: [behaviour, reports], timeLimit: seconds)
        )
    }
}

/// What the app does when it is started.
enum Behaviour: String {
    /// Deals with the update, calls the completion handler, and ends at once.
    case handle
    /// Ends before it has dealt with the update.
    case crash
    /// Never calls the completion handler.
    case hang
    /// Takes the changes by a named cursor; the first time it dies before it acknowledges them.
    case cursor

    func apply(_ store: HKHealthStore, _ type: HKQuantityType, _ reports: Reports) async throws {
        switch self {
        case .handle, .crash, .hang:
            let query = HKObserverQuery(sampleType: type, predicate: nil) { _, completion, _ in
                reports.write("told \(DispatchTime.now().uptimeNanoseconds)")
                switch self {
                case .hang: return
                case .crash: exit(9)
                case .handle, .cursor:
                    completion()
                    exit(0)
                }
            }
            store.execute(query)
            let (forever, hold) = AsyncStream.makeStream(of: Never.self)
            for await _ in forever {}
            withExtendedLifetime(hold) {}
        case .cursor:
            let query = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: type)], cursor: "seen")
            for try await result in query.results(for: store) {
                for sample in result.addedSamples {
                    reports.write("sample \(sample.uuid.uuidString)")
                }
                guard reports.isFirstTime() else {
                    try await result.acknowledge()
                    exit(0)
                }
                exit(9)
            }
        }
    }
}

/// Lines for the test that has registered the app.
struct Reports: Sendable {
    private let pipe: Int32
    private let marker: String

    init(_ path: String) throws {
        pipe = open(path, O_WRONLY | O_CLOEXEC)
        guard pipe >= 0 else { throw POSIXError(.ENOENT) }
        marker = path + ".begun"
    }

    /// Whole, whoever else writes.
    func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = Foundation.write(pipe, bytes, bytes.count)
    }

    /// Whether this was not asked before, in whatever process.
    func isFirstTime() -> Bool {
        let descriptor = open(marker, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        return descriptor >= 0
    }
}
