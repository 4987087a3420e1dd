import HearthModel

/// `hearth types`.
enum Types: Command {
    static let name = "types"
    static let summary = "list the types of samples, their units and values"
    static let flags = ["--json"]
    static let values: [String] = []
    static let operands = 0...1
    static let operandNames = ["TEXT"]

    static let help = """
        Lists the types of samples that a store can hold. Needs no server.

        usage: hearth types [TEXT] [--json]

          TEXT           only types whose name contains TEXT. A single type is printed with the units in which its
                         values can be written, or with the values of a category, and with the metadata that it needs.

        With TEXT also characteristics are listed, such as dateOfBirth. They have no samples, and 'hearth allow' says who may
        read them.

        options:
          --json         one JSON object per line

        Values are stored in the listed unit, and printed in it by default. '%' is a percentage: 97 on the command line
        is 0.97 in HealthKit and in the protocol.
        """

    static func run(_ given: GivenOptions) throws {
        Terminal.outliveReaders()
        let text = given.operands.first ?? ""
        let types = types(with: text)
        guard !types.isEmpty else { throw TypeName.unknown(text, among: ObjectType.all.filter(\.isAskedFor)) }
        Pager.begin()
        var output = Output()
        if given.has("--json") {
            for type in types {
                try output.print(type.json.text)
            }
        } else {
            var table = Table(["type", "kind", "unit", "identifier"])
            let rows = types.map { [$0.shortName, $0.kind.name, $0.displayUnit?.text ?? "", $0.identifier] }
            try table.print(rows, to: &output)
            if types.count == 1 {
                for line in types[0].details {
                    try output.print("  \(line)")
                }
            }
        }
        try output.flush()
    }

    /// A complete name selects one type, even when it is part of other names.
    private static func types(with text: String) -> [ObjectType] {
        let listed = ObjectType.all.filter { text.isEmpty ? $0.isStored : $0.isAskedFor }
        let text = text.lowercased()
        let exact = listed.filter { [$0.shortName, $0.identifier].map { $0.lowercased() }.contains(text) }
        guard exact.isEmpty else { return exact }
        return listed.filter {
            text.isEmpty || $0.shortName.lowercased().contains(text) || $0.identifier.lowercased().contains(text)
        }
        .sorted { $0.shortName.lowercased() < $1.shortName.lowercased() }
    }
}

extension ObjectType {
    /// The common units of a quantity, and the values of a category.
    fileprivate var details: [String] {
        let units = CommonUnits.units(of: self).map(\.text)
        return (units.isEmpty ? [] : ["units: \(units.joined(separator: ", "))"])
            + categoryNames.map { "\($0.value)  \($0.name)" }
            + (kind == .characteristic ? ["no samples: 'hearth allow' and 'hearth deny' say who may read it"] : [])
            + (requiredMetadataKey.map { ["metadata: \($0.rawValue), \(MetadataReader.expectation(of: $0))"] } ?? [])
    }

    fileprivate var json: JSON {
        let units = CommonUnits.units(of: self).map { JSON.string($0.text) }
        let values = categoryNames.map { JSON.object(["value": .integer($0.0), "name": .string($0.1)]) }
        return .object([
            "type": .string(shortName),
            "kind": .string(kind.name),
            "unit": .text(displayUnit?.text),
            "units": units.isEmpty ? .null : .array(units),
            "identifier": .string(identifier),
            "values": values.isEmpty ? .null : .array(values),
            "metadata": .text(requiredMetadataKey?.rawValue),
        ])
    }
}
