/// A number of bytes as people read it.
enum ByteSize {
    private static let units: [(name: String, size: UInt64)] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]

    static func text(_ count: UInt64) -> String {
        guard let unit = units.first(where: { count >= $0.size }) else { return "\(count) B" }
        let (whole, rest) = count.quotientAndRemainder(dividingBy: unit.size)
        return "\(whole).\(rest * 10 / unit.size) \(unit.name)"
    }
}
