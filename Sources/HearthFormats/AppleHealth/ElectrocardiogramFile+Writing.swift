import HearthModel

extension ElectrocardiogramFile {
    /// The file as an English phone writes it. What has no line is left out.
    static func text(
        at start: String,
        _ record: Record,
        _ voltages: [Double],
        version: String,
        _ device: Device?,
        _ metadata: Metadata
    ) -> String {
        func imported(_ key: String) -> String? {
            if case .string(let text)? = metadata[key] { text } else { nil }
        }
        let classification = ElectrocardiogramTexts.text(ofClassification: record.integer(.classification) ?? 0)
        let symptoms = ElectrocardiogramTexts.text(ofSymptomsStatus: record.integer(.symptomsStatus) ?? 0)
        let rate = record.number(.samplingFrequency).map { "\(XMLNumber.text($0)) hertz" }
        let lines = [
            ("Name", ""), ("Date of Birth", ""), ("Recorded Date", start),
            ("Classification", imported(classificationKey) ?? classification),
            ("Symptoms", imported(symptomsKey) ?? symptoms), ("Software Version", version),
            ("Device", device?.hardwareVersion ?? device?.name ?? ""), ("Sample Rate", rate ?? ""), ("", ""),
            ("Lead", "Lead I"), ("Unit", "µV"), ("", ""),
        ]
        var text = ""
        for (name, value) in lines {
            text += name.isEmpty ? "\n" : "\(name),\(quoted(value))\n"
        }
        for voltage in voltages {
            text += XMLNumber.text(voltage) + "\n"
        }
        return text
    }

    /// Lines end nowhere else.
    private static func quoted(_ text: String) -> String {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        return line.contains(",") || line.contains("\"") ? "\"\(line.replacing("\"", with: "\"\""))\"" : line
    }
}
