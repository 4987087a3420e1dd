/// Whether the input is the one that the fuzzer has to find.
///
/// Compared byte by byte: each byte that is right runs code that no input ran before. A fuzzer that sees coverage keeps
/// such inputs and is there after some thousand tries; one that guesses would need more than 2^40.
package func isCanary(_ input: [UInt8]) -> Bool {
    var expected = "Hearth".utf8.makeIterator()
    for byte in input {
        guard let next = expected.next() else { return false }
        guard byte == next else { return false }
    }
    return expected.next() == nil
}

func checkCanary(_ input: [UInt8]) {
    precondition(!isCanary(input), "the canary was found")
}
