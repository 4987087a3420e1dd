import Testing

@testable import HearthStore

@Suite struct WALExtentTests {
    /// Ten pages, of which the file has four.
    private var log = WALExtent()

    init() {
        #expect(log.pages == 0 && log.uncopied == 0)
        log.note(end: 10)
        copy(4)
    }

    private mutating func copy(_ count: Int, isMore expected: Bool = true) {
        let isMore = log.note(copied: count)
        #expect(isMore == expected)
    }

    @Test mutating func whatWasNotCopiedIsLeft() {
        #expect(log.pages == 10 && log.uncopied == 6)
        log.note(end: 12)
        #expect(log.pages == 12 && log.uncopied == 8)
    }

    /// A reader stands in the way.
    @Test mutating func whatIsNotMoreIsTold() {
        copy(4, isMore: false)
        #expect(log.pages == 10 && log.uncopied == 6)
        copy(5)
        #expect(log.pages == 10 && log.uncopied == 5)
    }

    @Test mutating func aLogThatIsCopiedIsOver() {
        copy(10)
        #expect(log.pages == 0 && log.uncopied == 0)
        // A reader has kept the next commit from beginning it anew.
        log.note(end: 13)
        #expect(log.pages == 13 && log.uncopied == 13)
    }

    /// The checkpoint has copied everything, and a commit came before its result.
    @Test mutating func aRestartedLogIsNotCopied() {
        log.note(end: 3)
        #expect(log.pages == 3 && log.uncopied == 3)
        copy(10)
        #expect(log.pages == 3 && log.uncopied == 3)
    }

    /// The same, and that commit was so large that the log seems to be the old one: something is left to copy all the same.
    @Test mutating func aRestartedLogThatIsLongerIsNotCopied() {
        log.note(end: 20)
        copy(10)
        #expect(log.pages == 20 && log.uncopied == 10)
        copy(20)
        #expect(log.pages == 0 && log.uncopied == 0)
    }
}
