import Testing

@testable import HearthStore

@Suite struct LogExtentTests {
    @Test func whatWasNotCopiedIsLeft() {
        var log = LogExtent()
        #expect(log.pages == 0 && log.uncopied == 0)
        log.note(end: 10)
        log.note(copied: 4)
        #expect(log.pages == 10 && log.uncopied == 6)
        log.note(end: 12)
        #expect(log.pages == 12 && log.uncopied == 8)
    }

    @Test func aLogThatIsCopiedIsOver() {
        var log = LogExtent()
        log.note(end: 10)
        log.note(copied: 10)
        #expect(log.pages == 0 && log.uncopied == 0)
        // A reader has kept the next commit from beginning it anew.
        log.note(end: 13)
        #expect(log.pages == 13 && log.uncopied == 13)
    }

    /// The copier has copied all of it, and a commit was sooner than the result.
    @Test func whatHasBegunAnewIsNotCopied() {
        var log = LogExtent()
        log.note(end: 10)
        log.note(copied: 4)
        log.note(end: 3)
        #expect(log.pages == 3 && log.uncopied == 3)
        log.note(copied: 10)
        #expect(log.pages == 3 && log.uncopied == 3)
    }
}
