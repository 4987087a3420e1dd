import HearthModel
import HearthWire
import Testing

/// Numbers and times that no sample has, in every field that holds one.
@Suite struct HostileValueTests {
    private static let notFinite: [Double] = [
        .nan, .signalingNaN, -.nan, .infinity, -.infinity, Double(bitPattern: 0x7FF0_0000_0000_0001),
        Double(bitPattern: .max),
    ]
    private static let negative: [Double] = [
        -Double.leastNonzeroMagnitude, -1, -Double.greatestFiniteMagnitude,
    ]
    private static let noTimes: [Int64] = [
        .min, Timestamp.earliest.nanoseconds - 1, Timestamp.latest.nanoseconds, .max,
    ]

    private static func sites(
        _ isIncluded: (Schema.Field) -> Bool
    ) -> [(frame: Corpus.Frame, site: Site)] {
        Corpus.frames.flatMap { frame in frame.sites.filter { isIncluded($0.field) }.map { (frame, $0) } }
    }

    /// Puts each element into each row of the columns, and expects that the row is named.
    private func refuseInEveryRow(_ isIncluded: (Schema.Field) -> Bool, _ elements: [UInt64]) {
        var check = RefusalCheck()
        for (frame, site) in Self.sites(isIncluded) {
            guard case .bytes(let bytes) = site.value else { continue }
            for row in 0..<bytes.count / 8 {
                for element in elements {
                    check.expect(
                        .valueOutOfRange,
                        at: "\(site.path)[\(row)]",
                        frame.tree.replacing(site, with: .bytes(bytes.replacing(row: row, element))),
                        frame.direction,
                        "\(frame.name), \(element) in row \(row)"
                    )
                }
            }
        }
        check.report()
    }

    // MARK: - Numbers

    @Test func aNumberThatIsNotFiniteIsRefusedInEveryColumn() {
        refuseInEveryRow(\.isColumnOfNumbers, Self.notFinite.map(\.bitPattern))
    }

    @Test func aNumberThatIsNotFiniteIsRefusedInEveryField() {
        var check = RefusalCheck()
        for (frame, site) in Self.sites({ $0.type == "double" }) {
            for number in Self.notFinite {
                check.expect(
                    .valueOutOfRange,
                    at: site.path,
                    frame.tree.replacing(site, with: .double(number)),
                    frame.direction,
                    "\(frame.name), \(number)"
                )
            }
        }
        check.report()
    }

    @Test func aNegativeAmountIsRefused() {
        var check = RefusalCheck()
        let names: Set = [
            "total_energy_burned", "total_distance", "total_swimming_stroke_count", "total_flights_climbed", "duration",
            "lap_length",
        ]
        for (frame, site) in Self.sites({ names.contains($0.name) && $0.type == "double" }) {
            for number in Self.negative {
                check.expect(
                    .valueOutOfRange,
                    at: site.path,
                    frame.tree.replacing(site, with: .double(number)),
                    frame.direction,
                    "\(frame.name), \(number)"
                )
            }
        }
        let columns: Set = ["WorkoutColumns.durations", "HeartbeatColumns.offsets"]
        refuseInEveryRow({ columns.contains($0.description) }, Self.negative.map(\.bitPattern))
        check.report()
    }

    @Test func aDegreeThatDoesNotExistIsRefused() {
        for (name, most) in [("latitudes", 90.0), ("longitudes", 180.0)] {
            let degrees: [Double] = [most.nextUp, -most.nextUp, 1e300]
            refuseInEveryRow({ $0.name == name }, degrees.map(\.bitPattern))
        }
    }

    @Test func aCountThatIsNotPositiveIsRefused() {
        let negative = [Int64.min, -1].map(UInt64.init(bitPattern:))
        refuseInEveryRow({ $0.description == "QuantityColumns.counts" }, negative + [0])
        let counts: Set = ["RouteColumns.counts", "HeartbeatColumns.counts"]
        refuseInEveryRow({ counts.contains($0.description) }, negative)
    }

    // MARK: - Times

    @Test func aTimeOutsideTheRangeIsRefusedInEveryColumn() {
        refuseInEveryRow(\.isColumnOfTimes, Self.noTimes.map(UInt64.init(bitPattern:)))
    }

    /// Of samples, and of what belongs to them: not those of predicates and metadata, which may be any.
    @Test func aTimeOutsideTheRangeIsRefusedInEveryField() {
        var check = RefusalCheck()
        let owners: Set = ["WorkoutEvent", "WorkoutActivity", "WorkoutStatistics", "MostRecent"]
        for (frame, site) in Self.sites({ ["start", "end"].contains($0.name) && owners.contains($0.message) }) {
            for time in Self.noTimes {
                check.expect(
                    .valueOutOfRange,
                    at: site.path,
                    frame.tree.replacing(site, with: .integer(time)),
                    frame.direction,
                    "\(frame.name), \(time)"
                )
            }
        }
        check.report()
    }

    @Test func anEndBeforeItsStartIsRefused() {
        var check = RefusalCheck()
        var messages: Set<String> = []
        for (frame, site) in Self.sites({ $0.name == "end" }) {
            guard case .varint(let start)? = site.sibling("start") else { continue }
            messages.insert(site.field.message)
            check.expect(
                .valueOutOfRange,
                at: site.path,
                frame.tree.replacing(site, with: .integer(Int64(bitPattern: start) - 1)),
                frame.direction,
                frame.name
            )
        }
        #expect(messages == ["Interval", "MostRecent", "WorkoutActivity", "WorkoutEvent", "WorkoutStatistics"])
        check.report()
    }

    @Test func anEndBeforeItsStartIsRefusedInEveryColumn() {
        var check = RefusalCheck()
        var fields: Set<String> = []
        let starts = ["ends": "starts", "most_recent_ends": "most_recent_starts"]
        for (frame, site) in Self.sites({ starts[$0.name] != nil && $0.isColumn }) {
            guard case .bytes(let bytes) = site.value, case .bytes(let starts)? = site.sibling(starts[site.field.name])
            else { continue }
            fields.insert(site.field.description)
            for row in 0..<bytes.count / 8 {
                let start = Int64(bitPattern: starts.element(row))
                check.expect(
                    .valueOutOfRange,
                    at: "\(site.path)[\(row)]",
                    frame.tree.replacing(
                        site,
                        with: .bytes(bytes.replacing(row: row, UInt64(bitPattern: start - 1)))
                    ),
                    frame.direction,
                    frame.name
                )
            }
        }
        #expect(
            fields == [
                "SampleColumns.ends", "SeriesPoints.ends", "QuantityColumns.most_recent_ends", "StatisticsColumns.ends",
                "StatisticsColumns.most_recent_ends",
            ]
        )
        check.report()
    }

    /// Times in predicates and metadata may be any: nothing is computed from them that could overflow.
    @Test(arguments: [Int64.min, .min + 1, -1, 0, .max])
    func anyTimeIsAcceptedInPredicatesAndMetadata(_ time: Int64) {
        let codec = Codec()
        for (frame, site) in Self.sites({ $0.name == "date_value" || $0.description == "Comparison.integer" }) {
            let refusal = codec.refusal(frame.tree.replacing(site, with: .integer(time)), frame.direction)
            #expect(refusal == nil, "\(frame.name), \(site.path)")
        }
        for (frame, site) in Self.sites({ $0.type == "Interval" }) {
            let tree = frame.tree.editing(site) { interval in
                interval.fields = [1, 2].map { MessageTree.Field(number: $0, value: .integer(time)) }
            }
            #expect(codec.refusal(tree, frame.direction) == nil, "\(frame.name), \(site.path)")
        }
    }
}

extension [UInt8] {
    /// The column with another element of eight bytes in a row.
    fileprivate func replacing(row: Int, _ element: UInt64) -> [UInt8] {
        var changed: [UInt8] = []
        changed.appendLittleEndian(element, width: 8)
        return prefix(row * 8) + changed + dropFirst((row + 1) * 8)
    }

    fileprivate func element(_ row: Int) -> UInt64 {
        self[row * 8..<row * 8 + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension Site {
    /// The value of another field of the same message.
    fileprivate func sibling(_ name: String?) -> MessageTree.Value? {
        owner.fields.first { Schema.hearth.field($0.number, of: owner.name)?.name == name }?.value
    }
}
