/// A FIT file of sessions that follow each other, with a point a second.
package struct FITSessions {
    /// Where the summaries of the sessions are.
    package enum Layout: CaseIterable, Sendable {
        case afterEach
        case atTheEnd
        case first
    }

    package var layout = Layout.atTheEnd
    /// Seconds since FIT's epoch.
    package var start = FITRun.start
    /// Seconds and sport of each session.
    package var sessions: [(seconds: Int64, sport: Int64)] = [(40, 1)]
    /// How much later than the first point the first session starts.
    package var delay: Int64 = 0
    /// The fields that identify the file; nil: it lacks them.
    package var serialNumber: Int64? = 12_345
    package var created: Int64? = FITRun.start
    package var product: Int64 = 3_000
    /// What an app may correct.
    package var firstHeartRate: Int64 = 100
    package var latitude: Int64 = 626_349_397

    package init() {}

    package func file() -> [UInt8] {
        var file = FITEncoder()
        var fields: [FITEncoder.Field] = [(0, 1, 0x00), (1, 2, 0x84), (2, 2, 0x84)]
        var values: [Int64] = [4, 1, product]
        if let serialNumber {
            fields.append((3, 4, 0x8c))
            values.append(serialNumber)
        }
        if let created {
            fields.append((4, 4, 0x86))
            values.append(created)
        }
        file.define(0, 0, fields)
        file.write(0, values: values)
        file.define(1, 20, [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (3, 1, 0x02), (5, 4, 0x86), (73, 4, 0x86)])
        file.define(2, 18, [(2, 4, 0x86), (7, 4, 0x86), (8, 4, 0x86), (9, 4, 0x86), (5, 1, 0x00)])
        var first: Int64 = 0
        if layout == .first {
            writeSummaries(&file)
        }
        for index in sessions.indices {
            for second in first..<first + sessions[index].seconds {
                let distance = 500 + second * 300
                let longitude = 159_867_000 + second * 200
                file.write(1, start + second, latitude, longitude, firstHeartRate + second, distance, 3_000)
            }
            first += sessions[index].seconds
            if layout == .afterEach {
                writeSummary(&file, index)
            }
        }
        if layout == .atTheEnd {
            writeSummaries(&file)
        }
        return file.file()
    }

    private func writeSummaries(_ file: inout FITEncoder) {
        for index in sessions.indices {
            writeSummary(&file, index)
        }
    }

    private func writeSummary(_ file: inout FITEncoder, _ index: Int) {
        let (seconds, sport) = sessions[index]
        let later = index == 0 ? delay : 0
        let before = sessions[..<index].reduce(0) { $0 + $1.seconds }
        let length = (seconds - later) * 1_000
        file.write(2, start + before + later, length, length, seconds * 300, sport)
    }
}
