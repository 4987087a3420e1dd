/// Starts `hearth serve` with new stores and makes the requests of apps through HealthKit's API, with the app in this
/// process and the server in another. Each figure is compared with what the machine takes for the same work, or the
/// wire without objects.
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
