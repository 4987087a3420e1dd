import HearthModel

/// `hearth types`.
enum Types: Command {
    static let name = "types"
    static let summary = "list the types of samples, their units and values"
    static let flags = ["--json"]
    static let values: [String] = []
    static let operands = 0...1

    static let help = """
        Lists the types whose samples the store holds. Needs no server.

        usage: hearth types [TEXT] [--json]

          TEXT           only types with this in their name; of a single category also its values

        options:
          --json         one JSON object on each line

        The unit is the one in which values are stored, and printed if no other is asked for. '%' is a percentage:
        97 on the command line is what HealthKit and the protocol call 0.97 %.
        """

    static func run(_ given: GivenOptions) throws {
        Terminal.outliveReaders()
        let text = given.operands.first ?? ""
        let types = types(with: text)
        var output = Output()
        if given.has("--json") {
            for type in types {
                try output.print(type.json.text)
            }
        } else {
            guard !types.isEmpty else { _ = try TypeName.type(text); return }
            var table = Table(["type", "kind", "unit", "identifier"])
            for line in table.lines(
                types.map { [$0.shortName, $0.kind.name, $0.shownUnit?.text ?? "", $0.identifier] }
            ) {
                try output.print(line)
            }
            if types.count == 1 {
                for (value, name) in types[0].categoryNames {
                    try output.print("  \(value)  \(name)")
                }
            }
        }
        try output.flush()
    }

    /// A whole name means that type only, although it may be a part of others.
    private static func types(with text: String) -> [ObjectType] {
        let stored = ObjectType.all.filter(\.isStored)
        let text = text.lowercased()
        let exact = stored.filter { [$0.shortName, $0.identifier].map { $0.lowercased() }.contains(text) }
        guard exact.isEmpty else { return exact }
        return stored.filter {
            text.isEmpty || $0.shortName.lowercased().contains(text) || $0.identifier.lowercased().contains(text)
        }
        .sorted { $0.shortName.lowercased() < $1.shortName.lowercased() }
    }
}

extension ObjectType {
    fileprivate var json: JSON {
        let values = categoryNames.map { JSON.object(["value": .integer($0.0), "name": .string($0.1)]) }
        return .object([
            "type": .string(shortName),
            "kind": .string(kind.name),
            "unit": .text(shownUnit?.text),
            "identifier": .string(identifier),
            "values": values.isEmpty ? .null : .array(values),
        ])
    }
}
