/// Starts `hearth serve` with new stores, and asks it what apps ask: clients here, the server in a process of its own.
///
/// Each figure stands beside what the machine itself takes for the same, or another program that people would use, and
/// the two take turns. Clients are threads of this process.
struct ServerBenchmark {
    let setting: ServerSetting

    var parts: [ComparisonReport.Part] {
        [
            .init(name: "round-trips") { try RoundTrips(setting: setting).run() },
            .init(name: "savers") { try withDescriptors { try ConcurrentSaves(setting: setting).run() } },
            .init(name: "deliveries") { try withDescriptors { try Deliveries(setting: setting).run() } },
            .init(name: "bulk") { try BulkTransfers(setting: setting).run() },
            .init(name: "others") { try withDescriptors { try DisturbedClient(setting: setting).run() } },
        ]
    }

    /// Measures with as many connections as the system allows.
    private func withDescriptors<Result>(_ measure: () throws -> Result) rethrows -> Result {
        _ = ProcessLimit.raiseDescriptors()
        return try measure()
    }
}
