/// Starts `hearth serve` with new stores and makes the requests of apps, with clients in this process and the server in
/// another.
///
/// Each figure is compared with what the machine itself takes for the same work, or another program that people would
/// use, and the two take turns. Clients are threads of this process.
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

    /// Measures with the number of connections that the system allows.
    private func withDescriptors<Result>(_ measure: () throws -> Result) rethrows -> Result {
        _ = ProcessLimit.raiseDescriptors()
        return try measure()
    }
}
