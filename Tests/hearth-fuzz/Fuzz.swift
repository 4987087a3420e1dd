import Foundation
import HearthFuzz

// libFuzzer has the program's `main`. It calls the first function once and the second one for every input.

/// Refuses an unknown target before the fuzzer starts: from there on it takes every exit for a crash.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
    _: UnsafeMutablePointer<CInt>?,
    _: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    guard target == nil else { return 0 }
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("hearth-fuzz: HEARTH_FUZZ_TARGET must be one of: \(names)\n".utf8))
    exit(2)
}

/// Checks one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target?.check(Array(UnsafeBufferPointer(start: bytes, count: count)), heap: .process)
    return 0
}

private let target = ProcessInfo.processInfo.environment["HEARTH_FUZZ_TARGET"].flatMap(FuzzTarget.init(rawValue:))
