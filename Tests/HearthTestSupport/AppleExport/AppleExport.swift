import Foundation

/// An export of Apple Health as a phone writes it, made up from a seed, in any size: every element, and every oddity
/// that real ones have. It remembers what has to come out.
package struct AppleExport {
    /// How the phone is set. The data are the same.
    package enum Style: Sendable {
        case metric
        case imperial
    }

    /// A quantity or category that is in the export.
    package struct Sample: Hashable, Sendable, Comparable {
        package let type: String
        package let start: Int64
        package let end: Int64
        /// In the storage unit.
        package let value: Double
        package let source: String

        package init(type: String, start: Int64, end: Int64, value: Double, source: String) {
            self.type = type
            self.start = start
            self.end = end
            self.value = value
            self.source = source
        }

        package static func < (left: Sample, right: Sample) -> Bool {
            (left.type, left.start, left.end, left.value, left.source)
                < (right.type, right.start, right.end, right.value, right.source)
        }
    }

    package let style: Style
    /// The samples, if they were asked for.
    package private(set) var samples: [Sample] = []
    /// The numbers of samples by type, workouts and so on included.
    package private(set) var counts: [String: Int] = [:]
    /// The numbers of what cannot be taken, by type or element.
    package private(set) var omitted: [String: Int] = [:]
    /// The files of routes: their names and texts.
    package private(set) var routes: [(name: String, text: String)] = []
    /// All files beside the document, those of routes among them: their paths in the export and their texts.
    package private(set) var files: [(path: String, text: String)] = []

    private var random: SeededGenerator
    private let remembersSamples: Bool
    private var output: [UInt8] = []
    private let write: ([UInt8]) throws -> Void
    /// The time of the next record.
    var now: Int64 = 1_709_283_600

    private static let outputBytes = 1 << 20

    /// `write` gets the XML in pieces.
    package init(
        seed: UInt64,
        style: Style = .metric,
        remembersSamples: Bool = true,
        write: @escaping ([UInt8]) throws -> Void
    ) {
        random = SeededGenerator(seed: seed)
        self.style = style
        self.remembersSamples = remembersSamples
        self.write = write
    }

    /// Writes the whole document with this number of records, more or less.
    package mutating func generate(records: Int) throws {
        try head()
        var written = 0
        while written < records {
            written += try day(min(records - written, 400))
        }
        try documents()
        try oddities()
        try put("</HealthData>\n")
        try write(output)
        output = []
    }

    // MARK: - For the parts

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

    mutating func remember(_ type: String, _ start: Int64, _ end: Int64, _ value: Double, _ source: String) {
        counts[type, default: 0] += 1
        guard remembersSamples else { return }
        samples.append(Sample(type: type, start: start, end: end, value: value, source: source))
    }

    mutating func count(_ type: String) { counts[type, default: 0] += 1 }

    mutating func omit(_ subject: String, _ number: Int = 1) { omitted[subject, default: 0] += number }

    mutating func addRoute(_ name: String, _ text: String) {
        routes.append((name, text))
        addFile("workout-routes/\(name)", text)
    }

    mutating func addFile(_ path: String, _ text: String) { files.append((path, text)) }

    mutating func put(_ text: String) throws {
        output.append(contentsOf: text.utf8)
        if output.count >= Self.outputBytes {
            try write(output)
            output.removeAll(keepingCapacity: true)
        }
    }

    /// Text for an attribute.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }

    /// A moment as exports have it. The offset changes with daylight saving time, and does not matter.
    func date(_ seconds: Int64) -> String {
        let offset: Int64 = style == .metric ? (seconds / 15_000_000 % 2 == 0 ? 3_600 : 7_200) : -28_800
        let local = seconds + offset
        let (day, second) = (local / 86_400, local % 86_400)
        let parts = Self.civil(day)
        let sign = offset < 0 ? "-" : "+"
        return "\(parts.year)-\(Self.two(parts.month))-\(Self.two(parts.day)) "
            + "\(Self.two(Int(second / 3_600))):\(Self.two(Int(second / 60 % 60))):\(Self.two(Int(second % 60)))"
            + " \(sign)\(Self.two(Int(abs(offset) / 3_600)))00"
    }

    /// The time of day of a beat, in hundredths of seconds, as languages have it.
    func timeOfDay(_ hundredths: Int64) -> String {
        let offset: Int64 = style == .metric ? (hundredths / 100 / 15_000_000 % 2 == 0 ? 3_600 : 7_200) : -28_800
        let local = hundredths + offset * 100
        let second = local / 100 % 86_400
        let (hour, minute, rest) = (Int(second / 3_600), Self.two(Int(second / 60 % 60)), Self.two(Int(second % 60)))
        let fraction = Self.two(Int(local % 100))
        switch style {
        case .metric: return "\(Self.two(hour)):\(minute):\(rest),\(fraction)"
        case .imperial: return "\((hour + 11) % 12 + 1):\(minute):\(rest).\(fraction)\u{202F}\(hour < 12 ? "AM" : "PM")"
        }
    }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The date of a day since 1970.
    static func civil(_ day: Int64) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let civilMonth = month < 10 ? month + 3 : month - 9
        return (
            Int(year + era * 400 + (civilMonth <= 2 ? 1 : 0)), Int(civilMonth),
            Int(dayOfYear - (153 * month + 2) / 5 + 1)
        )
    }
}
