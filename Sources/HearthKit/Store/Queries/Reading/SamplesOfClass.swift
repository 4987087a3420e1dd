extension [HKSample] {
    /// These samples as those of the class that a query is for. The type of a sample decides its class, so that there
    /// are no others.
    func of<Sample: HKSample>(_: Sample.Type) -> [Sample] {
        // A generic cast looks at each element, also when the array is what it should be, unless it is an `Any` and the
        // array a whole. Quantities are what there are millions of: these are cast by their class.
        if Sample.self == HKSample.self, let same = self as Any as? [Sample] { return same }
        if Sample.self == HKQuantitySample.self, let quantities = quantitySamples as Any as? [Sample] {
            return quantities
        }
        return compactMap { $0 as? Sample }
    }

    /// Unsafe cast: an array of references has the same layout whatever their class, and each of these was looked at.
    /// So no second array is made, and no sample is counted once more.
    private var quantitySamples: [HKQuantitySample]? {
        allSatisfy { $0 is HKQuantitySample } ? unsafeBitCast(self, to: [HKQuantitySample].self) : nil
    }
}
