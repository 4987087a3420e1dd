import Foundation
import HearthKit

/// The launch of an app for a change: from the commit to its handler. For comparison, the time that the same program
/// takes to start and end.
struct BackgroundStarts {
    let setting: ServerSetting

    func run() async throws -> ComparisonReport.Section {
        let rows = try await setting.withServer("background") { server in
            try await starts(server)
        }
        return ComparisonReport.Section(name: "background delivery", rows: rows)
    }

    nonisolated(nonsending) private func starts(_ server: HearthServer) async throws -> [ComparisonReport.Row] {
        let program = try ChildProcess.ownProgram()
        let moments = try StartedApp.Moments(beside: server.socket)
        let app = HKHealthStore(appIdentifier: StartedApp.name, socketPath: server.socket)
        try await app.enableBackgroundDelivery(
            for: StartedApp.type,
            frequency: .immediate,
            launching: .program(at: program, arguments: [StartedApp.argument])
        )
        let saver = HKHealthStore(appIdentifier: HearthServer.app, socketPath: server.socket)
        var handled = Latencies()
        var bare = Latencies()
        for _ in 0..<setting.amounts.rounds {
            var times: [Double] = []
            for _ in 0..<setting.amounts.starts {
                let now = Date()
                let quantity = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 60)
                try await saver.save(HKQuantitySample(type: StartedApp.type, quantity: quantity, start: now, end: now))
                let committed = StartedApp.now
                times.append(Double(max(0, try moments.next() - committed)))
                try waitForRest(server)
            }
            handled.add(times)
            bare.add(
                try (0..<setting.amounts.starts).map { _ in
                    try Stopwatch.nanoseconds { try ChildProcess(program, ["--help"], isSilent: true).waitForEnd() }
                }
            )
        }
        return [Latencies.Percentile.p50, .p95].map { percentile in
            ComparisonReport.Row(
                "commit to the handler of an app that is started, \(percentile.name)",
                .time,
                handled.measurement(percentile),
                beside: .init(name: "the program begins and ends", measurement: bare.measurement(percentile))
            )
        }
    }

    /// Waits until the app has ended and the server knows it.
    private func waitForRest(_ server: HearthServer) throws {
        while let app = try server.status().backgroundApps.first,
            app.process != 0 || app.types.contains(where: { $0.pending })
        {}
    }
}
