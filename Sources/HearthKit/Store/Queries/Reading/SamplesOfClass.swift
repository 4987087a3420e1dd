extension [HKSample] {
    /// The samples as instances of the class that a query returns. The type of a sample determines its class, so all of
    /// them are.
    func of<Sample: HKSample>(_: Sample.Type) -> [Sample] {
        // A generic cast checks each element, even if the array has the right type. There may be millions of
        // quantities, so they are cast by their class.
        if Sample.self == HKSample.self, let same = self as Any as? [Sample] { return same }
        if Sample.self == HKQuantitySample.self, let quantities = quantitySamples as Any as? [Sample] {
            return quantities
        }
        return compactMap { $0 as? Sample }
    }

    /// Unsafe cast: an array of references has the same layout for any class, and each element was checked. So no
    /// second array is created, and no reference is counted again.
    private var quantitySamples: [HKQuantitySample]? {
        allSatisfy { $0 is HKQuantitySample } ? unsafeBitCast(self, to: [HKQuantitySample].self) : nil
    }
}
