import HearthModel

/// The apps and devices in a database.
struct HealthConnectSources {
    private struct Pair: Hashable {
        let app: Int64
        let device: Int64
    }

    private static let maxRows = 100_000
    private static let unknownApp = HealthOrigin(name: "Health Connect", version: "", identifier: "health-connect:")

    /// The apps: the one that is not known first.
    private(set) var origins = [unknownApp]
    private var originOfApp: [Int64: Int] = [:]
    private var devices: [Int64: Device] = [:]
    private var sources: [Pair: HealthSource] = [:]
    private var count = 0

    init(_ file: SQLiteFile) throws(FormatError) {
        let apps = try file.rows("SELECT row_id, package_name, app_name FROM application_info_table")
        while try apps.next() {
            guard let row = apps.integer(0), let package = apps.text(1), !package.isEmpty else { continue }
            guard origins.count < Self.maxRows else { throw FormatError(.tooManyNames, at: 0) }
            originOfApp[row] = origins.count
            let name = apps.text(2).flatMap { $0.isEmpty ? nil : $0 } ?? package
            origins.append(HealthOrigin(name: Self.cut(name), version: "", identifier: Self.cut(package)))
        }
        guard let columns = file.tables["device_info_table"],
            columns.isSuperset(of: ["row_id", "manufacturer", "model"])
        else { return }
        let rows = try file.rows("SELECT row_id, manufacturer, model FROM device_info_table")
        while try rows.next() {
            guard let row = rows.integer(0) else { continue }
            guard devices.count < Self.maxRows else { throw FormatError(.tooManyNames, at: 0) }
            let (manufacturer, model) = (rows.text(1).map(Self.cut), rows.text(2).map(Self.cut))
            if manufacturer != nil || model != nil {
                devices[row] = Device(name: model, manufacturer: manufacturer, model: model)
            }
        }
    }

    private static func cut(_ text: String) -> String {
        String(decoding: text.utf8.prefix(Int(Limits.standard.stringBytes) / 2), as: UTF8.self)
    }

    /// The source of a record, by the numbers of its app and its device.
    mutating func source(app: Int64?, device: Int64?) -> HealthSource {
        let pair = Pair(app: app ?? -1, device: device ?? -1)
        if let known = sources[pair] { return known }
        let source = HealthSource(
            origin: originOfApp[pair.app] ?? 0,
            device: devices[pair.device],
            number: count
        )
        count += 1
        // A file can make up any number of pairs: later ones are not found again, and have a number each time.
        if sources.count < Self.maxRows {
            sources[pair] = source
        }
        return source
    }
}
