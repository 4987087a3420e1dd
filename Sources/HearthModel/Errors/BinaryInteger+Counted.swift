extension BinaryInteger {
    /// "1 sample", "2 samples".
    package func counted(_ noun: String) -> String { counted(noun, noun + "s") }

    /// "1 change behind", "2 changes behind".
    package func counted(_ one: String, _ several: String) -> String { "\(self) \(self == 1 ? one : several)" }
}
