extension [HKSample] {
    /// These samples as those of the class that a query is for. The type of a sample decides its class, so that there are
    /// no others.
    func of<Sample: HKSample>(_: Sample.Type) -> [Sample] {
        if let same = self as? [Sample], Sample.self == HKSample.self { return same }
        return compactMap { $0 as? Sample }
    }
}
