import HearthModel

extension SampleColumns {
    /// The value of a quantity or category; nil for others.
    func number(_ row: Int) -> Double? {
        switch payload {
        case .quantity(let columns): columns.values[row]
        case .category(let columns): Double(columns.values[row])
        default: nil
        }
    }
}
