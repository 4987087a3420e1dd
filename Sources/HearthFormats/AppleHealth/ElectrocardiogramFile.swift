import HearthModel

/// An electrocardiogram in the file of an export: lines of a name and a value, whose names are in the phone's language,
/// then a voltage a line, with the language's decimal point.
///
///     Recorded Date,2024-03-01 07:14:22 -0800
///     Classification,Sinus Rhythm
///     Symptoms,
///     Software Version,1.90
///     Device,"Watch6,10"
///     Sample Rate,512 hertz
///
///     Lead,Lead I
///     Unit,µV
///
///     -48.673
struct ElectrocardiogramFile {
    private typealias Line = (name: String, value: String)

    /// A file of the longest electrocardiogram that a store takes.
    static let maxBytes = 8 << 20
    /// The source, which the file does not name.
    static let source = "ECG"
    static let classificationKey = "org.hearth.imported.classification"
    static let symptomsKey = "org.hearth.imported.symptoms"

    private static let maxLines = 64
    private static let maxLineBytes = 4_000
    private static let rates = 1...100_000.0

    let start: Timestamp
    let end: Timestamp
    let version: String
    let device: Device?
    private(set) var record = Record()
    let metadata: Metadata
    /// Microvolts.
    let voltages: [Double]

    init(_ file: AttachedFile) throws(HealthOmission) {
        let bytes: [UInt8]?
        do throws(FormatError) {
            bytes = try file.source().allBytes(atMost: Self.maxBytes)
        } catch {
            throw HealthOmission(.unreadableFile)
        }
        guard let bytes else { throw HealthOmission(.tooLarge) }
        try self.init(bytes)
    }

    init(_ bytes: [UInt8]) throws(HealthOmission) {
        let (lines, numbers) = try Self.parts(of: bytes)
        guard let place = lines.firstIndex(where: { HealthDate($0.value.utf8Span.span) != nil }),
            let start = HealthDate(lines[place].value.utf8Span.span)?.timestamp
        else { throw HealthOmission(.invalidDate) }
        guard numbers.count <= Limits.standard.seriesPoints else { throw HealthOmission(.tooLarge) }
        let layout = Layout(lines.map(\.name), lines.map(\.value), date: place)
        let scale = Self.scale(lines.last?.value ?? "")
        let voltages = scale == 1 ? numbers : numbers.map { $0 * scale }
        guard voltages.allSatisfy(\.isFinite) else { throw HealthOmission(.invalidValue) }
        let rate = layout.rate.flatMap { Self.rates.contains($0) ? $0 : nil }
        let seconds = rate.map { Double(voltages.count) / $0 } ?? 0
        let end = Timestamp(nanoseconds: start.nanoseconds + Int64((seconds * 1e9).rounded()))
        guard end.isValid else { throw HealthOmission(.invalidDate) }
        self.start = start
        self.end = end
        self.voltages = voltages
        version = layout.version
        device = Self.device(layout.device)
        let (classification, isKnown) = ElectrocardiogramTexts.classification(layout.classification)
        let status = ElectrocardiogramTexts.symptomsStatus(layout.symptoms)
        record.set(.classification, classification)
        record.set(.symptomsStatus, status)
        record.set(.averageHeartRate, layout.heartRate)
        record.set(.samplingFrequency, rate)
        var entries: [Metadata.Entry] = []
        if !isKnown {
            entries.append(Metadata.Entry(key: Self.classificationKey, value: .string(layout.classification)))
        }
        if status == ElectrocardiogramTexts.present, layout.symptoms != ElectrocardiogramTexts.presentText {
            entries.append(Metadata.Entry(key: Self.symptomsKey, value: .string(layout.symptoms)))
        }
        metadata = (try? Metadata(entries)) ?? .none
    }

    /// Whether a file begins as an electrocardiogram does: with a line that has a date, and not in its first field.
    static func isLike(_ file: AttachedFile) -> Bool {
        guard let head = try? file.source().next() else { return false }
        let lines = head.prefix(maxLines * maxLineBytes).split(separator: UInt8(ascii: "\n")).prefix(maxLines)
        return lines.contains { HealthDate(nameAndValue($0).value.utf8Span.span) != nil }
    }

    // MARK: - Lines

    private static func parts(of bytes: [UInt8]) throws(HealthOmission) -> (lines: [Line], numbers: [Double]) {
        var lines: [Line] = []
        var numbers: [Double] = []
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
        for line in content.split(separator: UInt8(ascii: "\n")) {
            guard line.count <= maxLineBytes else { throw HealthOmission(.unreadableFile) }
            let bounds = XMLNumber.trimmed(line.span)
            guard !bounds.isEmpty else { continue }
            if let number = number(line.span.extracting(bounds)) {
                guard numbers.count <= Limits.standard.seriesPoints else { throw HealthOmission(.tooLarge) }
                numbers.append(number)
            } else {
                guard numbers.isEmpty, lines.count < maxLines else { throw HealthOmission(.unreadableFile) }
                lines.append(nameAndValue(line))
            }
        }
        return (lines, numbers)
    }

    /// A number with a decimal point or a decimal comma.
    private static func number(_ text: Span<UInt8>) -> Double? {
        if let number = XMLNumber.number(text) { return number }
        var bytes: [UInt8] = []
        var commas = 0
        for index in text.indices where text[index] != UInt8(ascii: "\"") {
            let isComma = text[index] == UInt8(ascii: ",")
            commas += isComma ? 1 : 0
            bytes.append(isComma ? UInt8(ascii: ".") : text[index])
        }
        return commas <= 1 ? XMLNumber.number(bytes.span) : nil
    }

    private static func nameAndValue(_ line: ArraySlice<UInt8>) -> Line {
        let text = String(decoding: line, as: UTF8.self)
        let separators: Set<Character> = [",", ";", "\t"]
        let name = text.prefix { !separators.contains($0) }
        return (clean(name), clean(text.dropFirst(name.count + 1)))
    }

    /// Without the blanks and quotes around it, and without control characters.
    private static func clean(_ text: Substring) -> String {
        let scalars = Array(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f })
        let blank: Unicode.Scalar = " "
        let content = scalars.drop { $0 == blank }
        let end = content.lastIndex { $0 != blank }.map { $0 + 1 } ?? content.startIndex
        var result = String(String.UnicodeScalarView(content[..<end]))
        if result.count > 1, result.hasPrefix("\""), result.hasSuffix("\"") {
            result = String(result.dropFirst().dropLast()).replacing("\"\"", with: "\"")
        }
        return result
    }

    /// Microvolts in a unit.
    private static func scale(_ unit: String) -> Double {
        switch unit {
        case "V": 1e6
        case "mV": 1e3
        default: 1
        }
    }

    /// `Watch6,10`, or a name.
    private static func device(_ text: String) -> Device? {
        guard !text.isEmpty else { return nil }
        return text.contains(",") ? Device(hardwareVersion: text) : Device(name: text)
    }

    /// What the lines say: by their English names, and where those are missing by their order.
    private struct Layout {
        let classification, symptoms, version, device: String
        let rate, heartRate: Double?

        init(_ names: [String], _ values: [String], date: Int) {
            func named(_ name: String) -> String? { names.firstIndex(of: name).map { values[$0] } }
            let ratePlace = values.indices.dropFirst(date + 1).first { Self.number(values[$0], hasUnit: true) != nil }
            // Older files have no symptoms.
            let hasSymptoms = ratePlace == date + 5
            let isKnown = hasSymptoms || ratePlace == date + 4
            func placed(_ offset: Int) -> String { date + offset < values.count ? values[date + offset] : "" }
            classification = named("Classification") ?? (isKnown ? placed(1) : "")
            symptoms = named("Symptoms") ?? (hasSymptoms ? placed(2) : "")
            version = named("Software Version") ?? (isKnown ? placed(hasSymptoms ? 3 : 2) : "")
            device = named("Device") ?? (isKnown ? placed(hasSymptoms ? 4 : 3) : "")
            let rateText = named("Sample Rate") ?? ratePlace.map { values[$0] } ?? ""
            rate = Self.number(rateText, hasUnit: false)
            heartRate = named("Average Heart Rate").flatMap { Self.number($0, hasUnit: false) }
                .flatMap { $0 >= 0 ? $0 : nil }
        }

        /// `512.844 hertz`: a number, and a unit behind a blank.
        private static func number(_ text: String, hasUnit: Bool) -> Double? {
            let parts = text.split(separator: " ", maxSplits: 1)
            guard let first = parts.first, parts.count == 2 || !hasUnit else { return nil }
            return ElectrocardiogramFile.number(String(first).utf8Span.span)
        }
    }
}
