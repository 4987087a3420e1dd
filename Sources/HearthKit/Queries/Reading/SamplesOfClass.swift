extension [HKSample] {
    /// These samples as those of the class that a query is for. The type of a sample decides its class, so that there are
    /// no others.
    func of<Sample: HKSample>(_: Sample.Type) -> [Sample] {
        // To cast an array to what it is already costs nothing. To cast its elements does, the less the more the compiler
        // knows: quantities are what there are millions of.
        if Sample.self == HKSample.self, let same = self as? [Sample] { return same }
        if Sample.self == HKQuantitySample.self, let quantities = quantitySamples as? [Sample] { return quantities }
        return compactMap { $0 as? Sample }
    }

    private var quantitySamples: [HKQuantitySample] {
        var quantities: [HKQuantitySample] = []
        quantities.reserveCapacity(count)
        for case let sample as HKQuantitySample in self {
            quantities.append(sample)
        }
        return quantities
    }
}
