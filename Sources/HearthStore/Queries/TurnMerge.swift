internal import HearthModel

/// Puts the rows of runs into one order: two neighbours at a time become one, until one is left.
///
/// Unsafe pointers: all rows pass here once for each doubling of the runs, and the buffers have their exact sizes.
struct TurnMerge {
    private struct Row {
        let number: UInt64
        /// Which run.
        let part: UInt32
        let row: UInt32
    }

    private let runs: [SampleRun]
    /// Whether rows with equal numbers come in the order of their runs.
    private let isByRun: Bool

    /// For each row of the ranges of some runs, in order, the number of its run. Of runs that do not know their rows'
    /// sequence numbers, those whose samples are older come first.
    static func turns(_ runs: [SampleRun], _ ranges: [Range<Int>]) -> [UInt32] {
        let merge = TurnMerge(runs: runs, isByRun: !runs.contains(where: \.hasSequences))
        var lists = runs.indices.map { merge.list($0, ranges[$0]) }
        while lists.count > 2 {
            var merged: [[Row]] = []
            for index in stride(from: 0, to: lists.count - 1, by: 2) {
                merged.append(merge.joined(lists[index], lists[index + 1]) { $0 })
            }
            if !lists.count.isMultiple(of: 2), let last = lists.last {
                merged.append(last)
            }
            lists = merged
        }
        return lists.count == 2 ? merge.joined(lists[0], lists[1], \.part) : lists.first?.map(\.part) ?? []
    }

    private func list(_ part: Int, _ range: Range<Int>) -> [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(range.count)
        for (index, number) in runs[part].firstNumbers(range).enumerated() {
            rows.append(Row(number: number, part: UInt32(part), row: UInt32(range.lowerBound + index)))
        }
        return rows
    }

    @inline(__always)
    private func joined<Element: BitwiseCopyable>(
        _ left: [Row],
        _ right: [Row],
        _ element: (Row) -> Element
    ) -> [Element] {
        guard let lastLeft = left.last, let firstRight = right.first, precedes(firstRight, lastLeft) else {
            return left.map(element) + right.map(element)
        }
        return [Element](unsafeUninitializedCapacity: left.count + right.count) { output, count in
            count = left.count + right.count
            left.withUnsafeBufferPointer { left in
                right.withUnsafeBufferPointer { right in
                    join(left, right, into: output, element)
                }
            }
        }
    }

    /// Without a branch on the side that a row comes from, which no processor can predict.
    @inline(__always)
    private func join<Element: BitwiseCopyable>(
        _ left: UnsafeBufferPointer<Row>,
        _ right: UnsafeBufferPointer<Row>,
        into output: UnsafeMutableBufferPointer<Element>,
        _ element: (Row) -> Element
    ) {
        guard var l = left.baseAddress, var r = right.baseAddress, var next = output.baseAddress else { return }
        let (leftEnd, rightEnd) = (l + left.count, r + right.count)
        while l < leftEnd, r < rightEnd {
            var isRight = r.pointee.number < l.pointee.number
            if r.pointee.number == l.pointee.number, !isByRun {
                isRight = precedesAmongEqual(r.pointee, l.pointee)
            }
            next.initialize(to: element((isRight ? r : l).pointee))
            next += 1
            l += isRight ? 0 : 1
            r += isRight ? 1 : 0
        }
        while l < leftEnd {
            next.initialize(to: element(l.pointee))
            (l, next) = (l + 1, next + 1)
        }
        while r < rightEnd {
            next.initialize(to: element(r.pointee))
            (r, next) = (r + 1, next + 1)
        }
    }

    private func precedes(_ one: Row, _ other: Row) -> Bool {
        guard one.number == other.number else { return one.number < other.number }
        return !isByRun && precedesAmongEqual(one, other)
    }

    @inline(never)
    private func precedesAmongEqual(_ one: Row, _ other: Row) -> Bool {
        runs[Int(one.part)].isRow(Int(one.row), beforeEqual: Int(other.row), of: runs[Int(other.part)])
    }
}
