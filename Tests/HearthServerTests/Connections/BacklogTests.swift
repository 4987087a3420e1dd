import Testing

@testable import HearthServer

@Suite struct BacklogTests {
    @Test func isTakenFromTheFront() {
        var backlog = Backlog()
        func append(_ bytes: [UInt8]) {
            backlog.append(bytes.span.bytes)
        }
        #expect(backlog.isEmpty)
        append([1, 2, 3])
        var seen: [[UInt8]] = []
        func take(_ count: Int) {
            backlog.take { bytes in
                seen.append(bytes.withUnsafeBytes { Array($0) })
                return count
            }
        }
        take(2)
        #expect(!backlog.isEmpty)
        append([4, 5])
        take(0)
        take(3)
        #expect(backlog.isEmpty)
        #expect(seen == [[1, 2, 3], [3, 4, 5], [3, 4, 5]])
    }
}
