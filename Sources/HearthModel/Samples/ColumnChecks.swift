// The checks that columns of every kind share. Each goes through a whole column without a branch, so that the compiler
// can use vector instructions; only when something is wrong, a second pass finds out where.

/// Checks that a column has a row for each sample.
func checkRows<Element>(of column: [Element], _ rows: Int, _ field: String) throws(HearthError) {
    guard column.count == rows else {
        throw HearthError(.malformedColumn, "The column has \(column.count) rows where \(rows) belong.", field: field)
    }
}

/// Checks that a column that may be left out is empty or has a row for each sample.
func checkOptionalRows<Element>(of column: [Element], _ rows: Int, _ field: String) throws(HearthError) {
    guard !column.isEmpty else { return }
    try checkRows(of: column, rows, field)
}

/// Checks every element of a column; the first that fails is named.
@inline(__always)
func checkEach<Element>(
    _ column: [Element],
    _ field: @autoclosure () -> String,
    _ message: @autoclosure () -> String,
    code: ErrorCode = .valueOutOfRange,
    _ isValid: (Element) -> Bool
) throws(HearthError) {
    var failures = 0
    for element in column {
        failures &+= isValid(element) ? 0 : 1
    }
    guard failures > 0 else { return }
    let row = column.firstIndex { !isValid($0) } ?? 0
    throw HearthError(code, message(), field: "\(field())[\(row)]")
}

/// Checks every pair of elements in the same row of two columns of equal length; the first that fails is named.
@inline(__always)
func checkPairs<First, Second>(
    _ first: [First],
    _ second: [Second],
    _ field: @autoclosure () -> String,
    _ message: @autoclosure () -> String,
    _ isValid: (First, Second) -> Bool
) throws(HearthError) {
    var failures = 0
    for (left, right) in zip(first, second) {
        failures &+= isValid(left, right) ? 0 : 1
    }
    guard failures > 0 else { return }
    let row = zip(first, second).enumerated().first { !isValid($1.0, $1.1) }?.offset ?? 0
    throw HearthError(.valueOutOfRange, message(), field: "\(field())[\(row)]")
}

/// Checks that every number is finite.
func checkFinite(_ column: [Double], _ field: @autoclosure () -> String) throws(HearthError) {
    try checkEach(column, field(), "The number is not finite.") { $0.isFinite }
}

/// Checks that every time is in the range of the store.
func checkTimes(_ column: [Timestamp], _ field: @autoclosure () -> String) throws(HearthError) {
    try checkEach(column, field(), "The time is outside 1900-01-01 to 2150-01-01.") { $0.isValid }
}

/// Checks one time as `checkTimes` checks a column.
func checkTime(_ time: Timestamp, _ field: @autoclosure () -> String) throws(HearthError) {
    guard time.isValid else {
        throw HearthError(.valueOutOfRange, "The time is outside 1900-01-01 to 2150-01-01.", field: field())
    }
}

/// Checks the start and end of an interval.
func checkTimes(from start: Timestamp, to end: Timestamp) throws(HearthError) {
    try checkTime(start, "start")
    try checkTime(end, "end")
    guard start <= end else {
        throw HearthError(.valueOutOfRange, "The end is before the start.", field: "end")
    }
}

/// Checks that a number is finite and, where it is a count or a length, not negative.
func checkNumber(_ number: Double, atLeast least: Double = -.infinity, _ field: String) throws(HearthError) {
    guard number.isFinite else {
        throw HearthError(.valueOutOfRange, "The number is not finite.", field: field)
    }
    guard number >= least else {
        throw HearthError(.valueOutOfRange, "The number is negative.", field: field)
    }
}

/// Checks that the lengths of series add up to the rows of the columns that hold their points, and that none is longer
/// than the limit.
func checkLengths(
    _ lengths: [UInt32],
    points: Int,
    _ field: String,
    of pointsField: String,
    atMost limit: Int = Int(Limits.standard.seriesPoints)
) throws(HearthError) {
    try checkEach(lengths, field, "The sample has more than \(limit) points.", code: .limitExceeded) {
        Int($0) <= limit
    }
    let total = lengths.reduce(0) { $0 + Int($1) }
    guard total == points else {
        throw HearthError(
            .malformedColumn,
            "The lengths add up to \(total) rows where the column has \(points).",
            field: pointsField
        )
    }
}

/// Checks that the elements of each series ascend; equal neighbours are allowed.
func checkAscending<Element: Comparable>(
    _ column: [Element],
    lengths: [UInt32],
    _ field: String
) throws(HearthError) {
    for points in Series(lengths).ranges {
        for point in points.dropFirst() where column[point] < column[point - 1] {
            throw HearthError(.valueOutOfRange, "The series does not ascend here.", field: "\(field)[\(point)]")
        }
    }
}
