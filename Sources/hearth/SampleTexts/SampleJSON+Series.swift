import Foundation
import HearthModel

// The elements of series, which lines have on request. They are appended one by one: a route has thousands.
extension SampleJSON {
    /// What a quantity that stands for several has in addition to its value. Points say all of it. Without them the
    /// array is empty, and the extremes are printed where they differ from the value.
    func appendSeries(_ quantities: QuantityColumns, _ row: Int, to bytes: inout [UInt8], _ dates: inout UTCText) {
        if let points = quantities.points, points.lengths[row] > 0 {
            return append(points, elements[row], to: &bytes, &dates)
        }
        let value = quantities.values[row]
        if quantities.minimum(row) != value {
            bytes.append(",\"minimum\":")
            bytes.append(number: quantities.minimum(row), in: unit)
        }
        if quantities.maximum(row) != value {
            bytes.append(",\"maximum\":")
            bytes.append(number: quantities.maximum(row), in: unit)
        }
        let start = quantities.mostRecentStart(row, in: columns)
        let end = quantities.mostRecentEnd(row, in: columns)
        if quantities.mostRecent(row) != value || start != columns.starts[row] || end != columns.end(row) {
            bytes.append(",\"most_recent\":{\"value\":")
            bytes.append(number: quantities.mostRecent(row), in: unit)
            append(start, end, to: &bytes, &dates)
            bytes.append("}")
        }
        if quantities.count(row) > 1 {
            bytes.append(",\"points\":[]")
        }
    }

    private func append(
        _ points: SeriesPoints,
        _ range: Range<Int>,
        to bytes: inout [UInt8],
        _ dates: inout UTCText
    ) {
        bytes.append(",\"points\":")
        bytes.append(array: range) { index, bytes in
            bytes.append("{\"value\":")
            bytes.append(number: points.values[index], in: unit)
            let end = points.ends.isEmpty ? points.starts[index] : points.ends[index]
            append(points.starts[index], end, to: &bytes, &dates)
            bytes.append("}")
        }
    }

    /// Appends a time. Its end is left out if it is the start.
    private func append(_ start: Timestamp, _ end: Timestamp, to bytes: inout [UInt8], _ dates: inout UTCText) {
        bytes.append(",\"start\":\"")
        dates.append(start, to: &bytes)
        if end != start {
            bytes.append("\",\"end\":\"")
            dates.append(end, to: &bytes)
        }
        bytes.append("\"")
    }

    func appendLocations(_ routes: RouteColumns, _ row: Int, to bytes: inout [UInt8], _ dates: inout UTCText) {
        let present = RouteColumns.optionalMembers.filter { !routes[keyPath: $0.column].isEmpty }
        let optional = present.map { (name: Array(",\"\($0.name)\":".utf8), numbers: routes[keyPath: $0.column]) }
        bytes.append(",\"locations\":")
        bytes.append(array: elements[row]) { index, bytes in
            bytes.append("{\"time\":\"")
            dates.append(routes.timestamps[index], to: &bytes)
            bytes.append("\",\"latitude\":")
            bytes.append(number: routes.latitudes[index])
            bytes.append(",\"longitude\":")
            bytes.append(number: routes.longitudes[index])
            for column in optional {
                bytes.append(contentsOf: column.name)
                bytes.append(number: column.numbers[index])
            }
            bytes.append("}")
        }
    }

    func appendBeats(_ series: HeartbeatColumns, _ row: Int, to bytes: inout [UInt8]) {
        bytes.append(",\"beats\":")
        bytes.append(array: elements[row]) { index, bytes in
            bytes.append("{\"seconds\":")
            bytes.append(number: series.offsets[index])
            if !series.gaps.isEmpty, series.gaps[index] != 0 {
                bytes.append(",\"gap\":true")
            }
            bytes.append("}")
        }
    }

    /// Voltages are numbers. The bytes of a document are a text in base64.
    func appendSeries(_ records: RecordColumns, _ row: Int, to bytes: inout [UInt8]) {
        guard let series = RecordSchema.of(columns.type)?.series else { return }
        let range = elements.isEmpty ? 0..<0 : elements[row]
        bytes.append(",\"\(series.jsonName)\":")
        switch series {
        case .voltages:
            bytes.append(array: range) { $1.append(number: records.voltages[$0]) }
        case .contents:
            bytes.append("\"")
            bytes.append(Data(records.contents[range]).base64EncodedString())
            bytes.append("\"")
        }
    }
}

// MARK: - Names

extension RecordSchema.Series {
    /// The member of a line that has the elements, or their number.
    var jsonName: String {
        switch self {
        case .voltages: "voltages"
        case .contents: "bytes"
        }
    }
}

extension RouteColumns {
    /// The members of a location that may be missing, with their columns.
    static let optionalMembers: [(column: any WritableKeyPath<RouteColumns, [Double]> & Sendable, name: String)] = [
        (\.altitudes, "altitude"),
        (\.horizontalAccuracies, "horizontal_accuracy"),
        (\.verticalAccuracies, "vertical_accuracy"),
        (\.speeds, "speed"),
        (\.courses, "course"),
        (\.speedAccuracies, "speed_accuracy"),
        (\.courseAccuracies, "course_accuracy"),
    ]
}
