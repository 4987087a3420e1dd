import HearthModel
import HearthTestSupport
import Testing

@Suite struct RowListTests {
    @Test func rowsNextToEachOtherAreThoseOneByOne() throws {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 1)
        let columns = SampleColumns(
            type: .heartRate,
            ids: (0..<20).map { ObjectID(high: 1, low: $0) },
            starts: (0..<20).map { Timestamp(nanoseconds: $0) },
            metadata: DictionaryColumn(
                entries: try (0..<3).map { try Metadata([Metadata.Entry(key: "key", value: .integer($0))]) },
                indexes: (0..<20).map { $0 % 3 }
            ),
            payload: .quantity(
                QuantityColumns(
                    values: (0..<20).map(Double.init),
                    counts: (0..<20).map { $0 % 4 + 1 },
                    points: SeriesPoints(
                        lengths: (0..<20).map { $0 % 4 },
                        starts: (0..<20).flatMap { row in (0..<row % 4).map { _ in Timestamp(nanoseconds: row) } },
                        values: (0..<20).flatMap { row in (0..<row % 4).map { Double(row) + Double($0) / 4 } }
                    )
                )
            )
        )
        for _ in 0..<200 {
            let bounds = [Int.random(in: 0...20, using: &random), Int.random(in: 0...20, using: &random)].sorted()
            let range = bounds[0]..<bounds[1]
            let chosen = columns.selecting(.range(range))
            #expect(chosen == columns.selecting(.each(Array(range))), "HEARTH_TEST_SEED=\(seed)")
            #expect(chosen.ids == Array(columns.ids[range]))
        }
    }

    @Test func rangesThatAreAddedStayInTheirOrder() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 1)
        for _ in 0..<200 {
            var list = RowList.range(0..<0)
            var rows: [Int] = []
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                let start = Bool.random(using: &random) ? (rows.last ?? -1) + 1 : Int.random(in: 0...9, using: &random)
                let range = start..<start + Int.random(in: 0...3, using: &random)
                list.append(range)
                rows += range
            }
            #expect(list.numbers == rows && list.count == rows.count, "HEARTH_TEST_SEED=\(seed)")
        }
    }
}
