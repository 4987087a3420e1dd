extension BinaryInteger {
    /// "1 sample", "2 samples".
    func pluralized(_ noun: String) -> String { pluralized(noun, noun + "s") }

    /// "1 change behind", "2 changes behind".
    func pluralized(_ one: String, _ several: String) -> String { "\(self) \(self == 1 ? one : several)" }
}
