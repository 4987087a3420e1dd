import HearthModel

/// A blood pressure as people write it, `120/80`: two quantities of one unit, and the correlation that joins them.
extension SampleValueReader {
    /// Reads `120/80`.
    func bloodPressure(_ text: Span<UInt8>, in unit: DisplayUnit) throws(InputError) -> SampleValue {
        let slashes = text.indices.filter { text[$0] == UInt8(ascii: "/") }
        guard slashes.count == 1 else {
            throw InputError("A blood pressure is written systolic/diastolic, such as 120/80.")
        }
        let systolic = try number(text.extracting(0..<slashes[0]), in: unit)
        let diastolic = try number(text.extracting(slashes[0] + 1..<text.count), in: unit)
        guard allowsImplausible || (diastolic > 0 && systolic > diastolic) else {
            throw InputError(
                "The value is impossible: a blood pressure is written systolic/diastolic, where the first number is the"
                    + " larger one and both are above 0. Use --force to save it."
            )
        }
        return .bloodPressure(systolic: systolic, diastolic: diastolic)
    }
}
