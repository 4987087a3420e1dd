/// What hearth.proto declares, read line by line: its layout has one declaration a line and no messages in messages.
struct ProtoFile {
    private(set) var items: Set<Coverage.Item> = []

    init(_ text: String) {
        var block = Block.none
        for line in text.split(separator: "\n") {
            let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
            let words = code.split { " {};=".contains($0) }.map(String.init)
            guard let first = words.first else { continue }
            switch first {
            case "message": block = .message(words[1])
            case "enum": block = .enumeration(words[1])
            case "oneof", "syntax", "package": continue
            default: add(words, in: block)
            }
            if case .message(let name) = block { items.insert(.message(name)) }
        }
    }

    private enum Block {
        case none
        case message(String)
        case enumeration(String)
    }

    /// Adds a field or an enumerator: its name and number are the last two words. Enumerators that say that nothing was
    /// said are never sent.
    private mutating func add(_ words: [String], in block: Block) {
        guard words.count >= 2, let last = words.last, let number = UInt32(last) else { return }
        switch block {
        case .none:
            break
        case .message(let name):
            items.insert(.field(message: name, number: UInt64(number)))
        case .enumeration(let name):
            guard !words[words.count - 2].hasSuffix("_UNSPECIFIED") else { return }
            items.insert(.enumerator(enumeration: name, number: number))
        }
    }
}
