/// A bar of a chart in a terminal.
enum Bar {
    static let width = 24

    /// A bar that fills a share of the width, to an eighth of a character.
    static func text(_ share: Double) -> String {
        guard share > 0 else { return "" }
        let eighths = Int((min(share, 1) * Double(width * 8)).rounded())
        return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    }

    private static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
