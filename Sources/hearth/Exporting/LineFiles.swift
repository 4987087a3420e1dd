import Foundation
import HearthClient
import HearthModel
import HearthWire

/// Writes samples as lines: CSV, a file for each type, or JSON, all in one file.
struct LineFiles {
    let connection: Connection
    let selection: SampleSelection
    let types: [ObjectType]
    /// Whether lines of JSON have all elements of series.
    var includesSeries = false

    /// Writes `TYPE.csv` for each type that has samples, as `hearth query --csv` prints it. Returns the numbers of samples
    /// and of files.
    func writeCSV(to folder: String) async throws -> (samples: Int, files: Int) {
        try PrivateFile.makeFolder(folder)
        var samples = 0
        var files = 0
        for type in types {
            var file: PrivateFile?
            var dates = UTCText()
            for try await batch in connection.query(QuerySamples(clauses: [selection.clause(of: type)])) {
                if file == nil, batch.columns.contains(where: { $0.count > 0 }) {
                    file = try PrivateFile("\(folder)/\(type.shortName).csv")
                    try file?.write(Array((SampleCSV.header(of: type) + "\n").utf8))
                    files += 1
                }
                for columns in batch.columns {
                    let pressures = try await BloodPressureValues(columns, unit: nil, on: connection)
                    let csv = SampleCSV(columns, pressures: pressures, isForTerminal: false)
                    try file?.write(
                        lines(of: columns, &dates) { row, bytes, dates in csv.append(row, to: &bytes, &dates) }
                    )
                    samples += columns.count
                }
            }
            try file?.finish()
            if file == nil {
                try Self.removeEarlier("\(folder)/\(type.shortName).csv", of: type)
            }
        }
        return (samples, files)
    }

    /// Removes the file that an earlier export wrote for a type without selected samples.
    private static func removeEarlier(_ path: String, of type: ObjectType) throws {
        // Versions before wrote workouts with the common columns only.
        let headers = [SampleCSV.header(of: type), SampleCSV.commonHeader].map { Data("\($0)\n".utf8) }
        let longest = headers.map(\.count).max() ?? 0
        let fileType = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        guard fileType == .typeRegular, let file = FileHandle(forReadingAtPath: path),
            let beginning = try file.read(upToCount: longest), headers.contains(where: beginning.starts(with:))
        else { return }
        guard unlink(path) == 0 else { throw PrivateFile.failure(path) }
    }

    /// Writes a line for each sample, as `hearth query --json` prints it. Returns the number of samples.
    func writeJSON(to path: String) async throws -> Int {
        let file = try PrivateFile(path)
        var samples = 0
        var dates = UTCText()
        for type in types {
            let query = QuerySamples(clauses: [selection.clause(of: type)], includeSeries: includesSeries)
            for try await batch in connection.query(query) {
                let contents = try await includesSeries ? SampleContents(of: batch, on: connection) : nil
                for columns in batch.columns {
                    let pressures = try await BloodPressureValues(columns, unit: nil, on: connection)
                    let json = SampleJSON(columns, pressures: pressures, contents: contents)
                    try file.write(
                        lines(of: columns, &dates) { row, bytes, dates in json.append(row, to: &bytes, &dates) }
                    )
                    samples += columns.count
                }
            }
        }
        try file.finish()
        return samples
    }

    private func lines(
        of columns: SampleColumns,
        _ dates: inout UTCText,
        _ append: (Int, inout [UInt8], inout UTCText) -> Void
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in columns.ids.indices {
            append(row, &bytes, &dates)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}
