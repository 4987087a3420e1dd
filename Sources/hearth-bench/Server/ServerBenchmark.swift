/// Starts `hearth serve` with new stores, and asks it what apps ask: clients here, the server in a process of its own.
///
/// Each figure stands beside what the machine itself takes for the same, or another program that people would use, and
/// the two take turns. Clients are threads of this process.
struct ServerBenchmark {
    let setting: ServerSetting
    /// The only part to measure. Nil: all.
    let part: Part?

    /// What belongs together. The raw values are those of the command line.
    enum Part: String, CaseIterable {
        case roundTrips = "round-trips"
        case savers
        case deliveries
        case bulk
        case others

        fileprivate func run(_ setting: ServerSetting) throws -> ComparisonReport.Section {
            switch self {
            case .roundTrips: try RoundTrips(setting: setting).run()
            case .savers: try ConcurrentSaves(setting: setting).run()
            case .deliveries: try Deliveries(setting: setting).run()
            case .bulk: try BulkTransfers(setting: setting).run()
            case .others: try DisturbedClient(setting: setting).run()
            }
        }
    }

    var parts: [ComparisonReport.Part] {
        Part.allCases.filter { part == nil || part == $0 }.map { part in
            {
                _ = ProcessLimit.raiseDescriptors()
                return try part.run(setting)
            }
        }
    }
}
