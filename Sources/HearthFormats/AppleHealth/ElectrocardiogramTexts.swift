/// What an electrocardiogram shows, and whether there were symptoms: the numbers of records, and the texts of files.
enum ElectrocardiogramTexts {
    /// The person had symptoms.
    static let present: Int64 = 2
    static let presentText = "Present"

    private static let unrecognized: Int64 = 100
    private static let classifications: [(number: Int64, text: String)] = [
        (0, "Not Set"), (1, "Sinus Rhythm"), (2, "Atrial Fibrillation"), (3, "Low Heart Rate"),
        (4, "High Heart Rate"), (5, "Poor Recording"), (6, "Inconclusive"), (unrecognized, "Unrecognized"),
    ]
    /// Parts of the words of other languages.
    private static let parts: [(number: Int64, parts: [String])] = [
        (1, ["sinus", "窦性", "竇性", "洞調律", "동율동", "синус"]),
        (2, ["fibril", "flimmern", "flimmer", "房颤", "心房颤动", "心房顫動", "心房細動", "심방세동", "фибрилл"]),
        (3, ["heart rate under"]), (4, ["heart rate over"]),
    ]
    private static let none: Set<String> = [
        "none", "keine", "aucun", "aucune", "ninguno", "ninguna", "nessuno", "nessuna", "nenhum", "nenhuma", "geen",
        "ingen", "inga", "无", "無", "なし", "없음", "нет",
    ]

    /// The number of a text, and whether the text is known.
    static func classification(_ text: String) -> (number: Int64, isKnown: Bool) {
        if text.isEmpty { return (0, true) }
        let lowercased = text.lowercased()
        if let known = classifications.first(where: { $0.text.lowercased() == lowercased }) {
            return (known.number, true)
        }
        for (number, parts) in parts where parts.contains(where: { lowercased.contains($0) }) {
            return (number, true)
        }
        return (unrecognized, false)
    }

    static func text(ofClassification number: Int64) -> String {
        classifications.first { $0.number == number }?.text ?? ""
    }

    static func symptomsStatus(_ text: String) -> Int64 {
        text.isEmpty ? 0 : none.contains(text.lowercased()) ? 1 : present
    }

    static func text(ofSymptomsStatus number: Int64) -> String {
        switch number {
        case 1: "None"
        case present: presentText
        default: ""
        }
    }
}
