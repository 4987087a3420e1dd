import Foundation
import HearthFormats
import HearthTestSupport
import Testing

@Suite struct FITDamageTests {
    /// Whatever is cut off: what was complete is delivered, and the notice says so.
    @Test func aCutTailDeliversWhatWasComplete() throws {
        let whole = FITRun.encoder().file()
        for count in 1..<whole.count {
            let cut = Array(whole.prefix(count))
            guard count >= 14 else {
                let code = error(of: cut)?.code
                #expect(code == .truncated || code == .unknownFormat, "\(count)")
                continue
            }
            let file = try WorkoutFile(Data(cut))
            #expect(file.notices.contains { $0.reason == .truncated && $0.firstByteOffset <= count }, "\(count)")
        }
        let file = try WorkoutFile(Data(whole.dropLast(40)))
        #expect(file.workouts.first?.locations.count == 10)
    }

    /// A cut file that is compressed brings what its bytes before the cut bring.
    @Test func aCutCompressedFileDeliversWhatWasComplete() throws {
        let whole = FITRun.encoder(seconds: 600).file()
        let compressed = try GzipWriter.compressed(Data(whole))
        let expected = try #require(try WorkoutFile(Data(whole)).workouts.first?.locations.map(\.time))
        var counts: Set<Int> = []
        for count in stride(from: 120, to: compressed.count, by: 7) {
            let file = try WorkoutFile(compressed.prefix(count))
            let times = file.workouts.first?.locations.map(\.time) ?? []
            #expect(times == Array(expected.prefix(times.count)), "\(count)")
            #expect(file.notices.contains { $0.reason == .truncated }, "\(count)")
            counts.insert(times.count)
        }
        #expect(counts.count > 10 && counts.max() == 600)
        // Only the checksum of the compression is missing.
        let last = try WorkoutFile(compressed.dropLast(4))
        #expect(last.workouts == (try WorkoutFile(Data(whole)).workouts) && last.notices.map(\.reason) == [.truncated])
    }

    /// The device was switched off before it wrote how many bytes there are.
    @Test func aLengthOfZeroIsReadAsFarAsItGoes() throws {
        let file = try WorkoutFile(Data(FITRun.encoder().file(length: 0)))
        #expect(file.workouts.first?.locations.count == 10)
        #expect(file.notices.contains { $0.reason == .truncated })
    }

    @Test func damageIsRefused() {
        let whole = FITRun.encoder().file()
        for index in 14..<whole.count - 2 {
            var damaged = whole
            damaged[index] ^= 0x10
            let code = error(of: damaged)?.code
            // A message that became longer may swallow the end.
            let file = try? WorkoutFile(Data(damaged))
            #expect(code != nil || file?.notices.contains { $0.reason == .truncated } == true, "byte \(index)")
        }
    }

    @Test func aWrongChecksumIsRefused() {
        let bytes = FITRun.encoder().file(checksum: 0x1234)
        #expect(error(of: bytes)?.code == .checksumMismatch && error(of: bytes)?.byteOffset == bytes.count - 2)
        var header = FITRun.encoder().file()
        header[12] ^= 1
        #expect(error(of: header)?.code == .checksumMismatch && error(of: header)?.byteOffset == 12)
    }

    @Test func aChecksumOfZeroIsNone() throws {
        let file = try WorkoutFile(Data(FITRun.encoder().file(checksum: 0)))
        #expect(file.workouts.count == 1 && file.notices.map(\.reason) == [.noChecksum])
    }

    @Test func aMessageWithoutADefinitionIsRefused() {
        var file = FITEncoder()
        file.append([0x07, 1, 2, 3])
        #expect(error(of: file.file())?.code == .malformed && error(of: file.file())?.byteOffset == 14)
    }

    @Test func aMessageBeyondTheLengthIsRefused() {
        let bytes = FITRun.encoder().file(length: 100)
        #expect([.malformed, .checksumMismatch].contains(error(of: bytes)?.code))
    }

    @Test func aNewerMajorVersionIsRefused() {
        var bytes = FITRun.encoder().file(headerBytes: 12)
        bytes[1] = 0x30
        #expect(error(of: bytes)?.code == .unsupportedVersion && error(of: bytes)?.byteOffset == 1)
    }

    @Test func whatFollowsAndIsNotAFileIsRefused() {
        let bytes = FITRun.encoder().file() + [1, 2, 3]
        #expect(error(of: bytes)?.code == .malformed)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func randomMessagesNeverTrap(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var file = FITRun.encoder()
        var bytes = file.messages
        for _ in 0..<Int.random(in: 1..<20, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        file = FITEncoder()
        file.append(bytes)
        let found = error(of: file.file())
        #expect(found.map { 0...file.file().count ~= $0.byteOffset } != false, "seed \(seed)")
    }
}
