/// The text of a product: numerator, one `/`, and everything after it is the denominator.
func printedText(of factors: [UnitFactor]) -> String {
    guard !factors.isEmpty else { return "()" }
    let numerator = printedProduct(of: factors.filter { $0.power > 0 })
    let denominator = printedProduct(of: factors.filter { $0.power < 0 })
    if denominator.isEmpty { return numerator }
    return "\(numerator.isEmpty ? "1" : numerator)/\(denominator)"
}

private func printedProduct(of factors: [UnitFactor]) -> String {
    factors.map { factor in
        let power = factor.power.magnitude
        return power == 1 ? factor.unit.symbol : "\(factor.unit.symbol)^\(power)"
    }.joined(separator: "·")
}
