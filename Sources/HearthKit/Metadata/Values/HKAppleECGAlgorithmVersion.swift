/// The version of the algorithm that classified an electrocardiogram.
public enum HKAppleECGAlgorithmVersion: Int, Sendable {
    /// Version 1.
    case version1 = 1
    /// Version 2.
    case version2 = 2
}
