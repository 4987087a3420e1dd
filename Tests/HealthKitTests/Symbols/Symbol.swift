/// A symbol as the page spells it: `HKHealthStore.save(_: [HKObject], withCompletion:)`. Types of parameters stand there
/// only where they tell overloads apart. A name that ends with `…` stands for all that begin like this.
struct Symbol: Hashable, CustomStringConvertible {
    let description: String

    init(_ description: some StringProtocol) {
        self.description = String(description)
    }

    private var head: Substring { description.prefix { $0 != "(" } }

    /// The labels of the parameters; empty for what is no function.
    var labels: [Substring] {
        guard let open = description.firstIndex(of: "("), description.hasSuffix(")") else { return [] }
        let parameters = description[description.index(after: open)...].dropLast()
        // Each label ends with a colon; a type may follow up to a comma.
        return parameters.split(separator: ":").dropLast(parameters.hasSuffix(":") ? 0 : 1)
            .map { part in part.split(whereSeparator: { ", ".contains($0) }).last ?? part }
    }

    /// Without the types of parameters: as a declaration is called.
    var name: String {
        guard description.contains("(") else { return description }
        return head + "(" + labels.map { $0 + ":" }.joined() + ")"
    }

    /// What stands in code that uses the symbol: of an initialiser the name of its type, else the last part. Of a family
    /// it is what the names begin with, or the type that they are of.
    var word: Substring {
        let parts = head.split(separator: ".")
        let last = parts[parts.count - 1]
        guard parts.count > 1, last == "init" || last == "…" else { return isFamily ? last.dropLast() : last }
        return parts[parts.count - 2]
    }

    /// Whether it stands for all that begin like this.
    var isFamily: Bool { description.hasSuffix("…") }

    /// Whether it is this symbol, or one of the family that this stands for.
    func covers(_ name: String) -> Bool {
        isFamily ? name.hasPrefix(description.dropLast()) : self.name == name
    }
}
