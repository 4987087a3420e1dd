/// Makes messages with samples as they are on the wire: right in everything, or with the one fault that the input
/// chooses. So each check of the reader meets what it is there for, and right samples that it refuses are noticed too.
///
/// One fault only: two may make up for each other, like a row too many in every column.
struct SamplesBuilder {
    var choices: Choices
    /// The line that did something wrong. Samples without a fault must be read, others must be refused.
    private(set) var fault: String?
    /// Whether the message is a reply. In one a reader passes over what only a newer server knows.
    var isReply = true
    /// How many SampleColumns were made that are not to be passed over.
    var knownSamples = 0
    /// Whether faults may be made here.
    private var mayFail = true

    init(_ choices: Choices) {
        self.choices = choices
    }

    /// Whether to do the next thing wrong: seldom, so that what comes after it is reached too.
    mutating func fails(file: StaticString = #fileID, line: UInt = #line) -> Bool {
        let isChosen = choices.byte() >= 0xF8
        guard isChosen, mayFail, fault == nil else { return false }
        fault = "\(file):\(line)"
        return true
    }

    /// Whether to write the next thing as only a newer peer knows it. In a request that is a fault.
    mutating func isUnknown(file: StaticString = #fileID, line: UInt = #line) -> Bool {
        guard isReply else { return fails(file: file, line: line) }
        return choices.byte() >= 0xF8
    }

    /// Makes something of which the reader sees nothing if it is `hidden`. Then what is wrong in it is no fault.
    mutating func making<Result>(hidden: Bool, _ make: (inout SamplesBuilder) -> Result) -> Result {
        let before = mayFail
        defer { mayFail = before }
        mayFail = before && !hidden
        return make(&self)
    }

    /// Puts one of the wrong values into a column, if that is chosen.
    mutating func spoil<Element>(
        _ column: inout [Element],
        _ wrong: Element...,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        guard !column.isEmpty, fails(file: file, line: line) else { return }
        column[choices.below(column.count)] = wrong[choices.below(wrong.count)]
    }

    /// The bytes of a column, or of one with another number of rows.
    mutating func column<Element: BitwiseCopyable>(
        _ elements: [Element],
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> [UInt8] {
        var bytes = elements.withUnsafeBytes { Array($0) }
        guard !elements.isEmpty, fails(file: file, line: line) else { return bytes }
        let width = MemoryLayout<Element>.size
        switch choices.below(3) {
        case 0: bytes.append(contentsOf: [UInt8](repeating: 0, count: width))
        case 1 where elements.count > 1: bytes.removeLast(width)
        default: bytes.append(0)
        }
        return bytes
    }

    /// As many elements as there are rows.
    mutating func each<Element>(_ rows: Int, _ element: (inout SamplesBuilder) -> Element) -> [Element] {
        var elements: [Element] = []
        for _ in 0..<rows {
            elements.append(element(&self))
        }
        return elements
    }

    /// The same, or nothing: of a column that may be left out.
    mutating func optional<Element>(_ rows: Int, _ element: (inout SamplesBuilder) -> Element) -> [Element] {
        choices.flag() ? each(rows, element) : []
    }
}
