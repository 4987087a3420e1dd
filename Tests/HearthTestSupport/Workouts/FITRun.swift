/// A run as a FIT file.
package enum FITRun {
    /// 2026-05-01T06:00:00Z in seconds since FIT's epoch, and since 1970.
    package static let start: Int64 = 1_146_549_600
    package static let unixStart = 1_777_615_200.0

    /// A run of so many seconds, with a pause of 20 seconds after the fifth, and a lap.
    package static func encoder(seconds: Int64 = 10, isBig: Bool = false, sport: Int64 = 1) -> FITEncoder {
        var file = FITEncoder()
        file.define(
            0,
            0,
            [(0, 1, 0x00), (1, 2, 0x84), (2, 2, 0x84), (3, 4, 0x8c), (4, 4, 0x86)],
            isBig: isBig
        )
        file.write(0, 4, 1, 2713, 123_456, start)
        file.define(1, 21, [(253, 4, 0x86), (0, 1, 0x00), (1, 1, 0x00)], isBig: isBig)
        file.write(1, start, 0, 0)
        defineRecord(&file, isBig: isBig)
        for second in 0..<seconds {
            let time = start + second + (second > 5 ? 20 : 0)
            if second == 5 {
                writeRecord(&file, time, second)
                file.write(1, time, 0, 4)
                file.write(1, time + 20, 0, 0)
            } else {
                writeRecord(&file, time, second)
            }
        }
        let elapsed = (seconds + 20) * 1000
        let totals: [FITEncoder.Field] = [
            (253, 4, 0x86), (2, 4, 0x86), (7, 4, 0x86), (8, 4, 0x86), (9, 4, 0x86), (11, 2, 0x84),
        ]
        file.define(3, 19, totals, isBig: isBig)
        file.write(3, start + seconds + 20, start, elapsed, seconds * 1000, seconds * 300, 120)
        file.define(4, 18, totals + [(5, 1, 0x00), (6, 1, 0x00)], isBig: isBig)
        file.write(4, start + seconds + 20, start, elapsed, seconds * 1000, seconds * 300, 120, sport, 3)
        return file
    }

    package static func defineRecord(_ file: inout FITEncoder, isBig: Bool = false) {
        file.define(
            2,
            20,
            [
                (253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (78, 4, 0x86), (3, 1, 0x02), (4, 1, 0x02), (5, 4, 0x86),
                (73, 4, 0x86), (7, 2, 0x84), (39, 2, 0x84), (41, 2, 0x84), (85, 2, 0x84),
            ],
            isBig: isBig
        )
    }

    package static func writeRecord(_ file: inout FITEncoder, _ time: Int64, _ second: Int64) {
        file.write(
            2,
            time,
            626_349_397 + second * 100,
            159_867_000,
            (34 + 500) * 5,
            140 + second % 20,
            88,
            second * 300,
            3_100,
            255,
            825,
            2_440,
            11_000
        )
    }
}
