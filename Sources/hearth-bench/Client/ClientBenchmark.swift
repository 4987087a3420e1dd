/// Starts `hearth serve` with new stores, and asks it what apps ask, through HealthKit's API: the app here, the server in a
/// process of its own. Each figure stands beside what the machine takes for the same, or the wire without the objects.
struct ClientBenchmark {
    let setting: ServerSetting

    var parts: [ComparisonReport.Part] {
        [
            .init(name: "samples") { try await SampleTransfers(setting: setting).run() },
            .init(name: "single") { try await SingleCalls(setting: setting).run() },
            .init(name: "slow") { try await SlowReading(setting: setting).run() },
            .init(name: "background") { try await BackgroundStarts(setting: setting).run() },
        ]
    }
}
