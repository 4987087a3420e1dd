/// Starts `hearth serve` with new stores, and asks it what apps ask, through HealthKit's API: the app here, the server in a
/// process of its own. Each figure stands beside what the machine takes for the same, or the wire without the objects.
struct ClientBenchmark {
    let setting: ServerSetting

    var parts: [ComparisonReport.Part] {
        [SampleTransfers(setting: setting).run, SingleCalls(setting: setting).run, SlowReading(setting: setting).run]
    }
}
