import Foundation

/// A table of HealthKit's facts: the rows of a TSV file by the names of their columns.
///
/// The files are what the registry was written from; the tests read them independently of it.
enum TypeFixture {
    typealias Row = [String: String]

    static let quantityTypes = rows(of: "quantity_types")
    static let categoryTypes = rows(of: "category_types")
    static let otherTypes = rows(of: "other_types")
    static let workoutActivityTypes = rows(of: "workout_activity_types")
    static let metadataKeys = rows(of: "metadata_keys")

    private static func rows(of name: String) -> [Row] {
        let file = URL(filePath: #filePath)
            .deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Fixtures/\(name).tsv")
        // A missing file is no rows, which the tests of the counts report.
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        let lines = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        guard let header = lines.first else { return [] }
        return lines.dropFirst().map { line in
            Dictionary(uniqueKeysWithValues: zip(header.map(String.init), line.map(String.init)))
        }
    }
}

extension TypeFixture.Row {
    /// The field of a column; empty when there is no such column, which no comparison accepts.
    func field(_ column: String) -> String {
        self[column] ?? ""
    }
}
