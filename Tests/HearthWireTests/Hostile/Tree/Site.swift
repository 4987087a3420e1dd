/// A place in a frame where a field stands.
struct Site: Sendable {
    /// The field as the schema has it.
    var field: Schema.Field
    var value: MessageTree.Value
    /// The message that holds the field.
    var owner: MessageTree
    /// The field's path as errors spell it.
    var path: String
    /// The indexes of the fields on the way down.
    fileprivate(set) var position: [Int]

    /// The path of a sibling of the field.
    func path(of sibling: String) -> String {
        let parent = path.split(separator: ".").dropLast().joined(separator: ".")
        return parent.isEmpty ? sibling : "\(parent).\(sibling)"
    }
}

extension MessageTree {
    /// Every field that the schema knows, in this message and in those within.
    func sites() -> [Site] {
        sites(path: "", position: [])
    }

    private func sites(path: String, position: [Int]) -> [Site] {
        var sites: [Site] = []
        var occurrences: [UInt64: Int] = [:]
        for (index, entry) in fields.enumerated() {
            guard let field = Schema.hearth.field(entry.number, of: name) else { continue }
            let occurrence = occurrences[entry.number, default: 0]
            occurrences[entry.number] = occurrence + 1
            let last = field.isRepeated ? "\(field.name)[\(occurrence)]" : field.name
            let site = Site(
                field: field,
                value: entry.value,
                owner: self,
                path: path.isEmpty ? last : "\(path).\(last)",
                position: position + [index]
            )
            sites.append(site)
            if case .message(let message) = entry.value {
                sites += message.sites(path: site.path, position: site.position)
            }
        }
        return sites
    }

    /// The message with other contents at a site.
    func replacing(_ site: Site, with value: Value) -> MessageTree {
        editing(ownerOf: site) { $0.fields[site.position.last ?? 0].value = value }
    }

    /// The message with a change in the message that holds a field.
    func editing(ownerOf site: Site, _ edit: (inout MessageTree) -> Void) -> MessageTree {
        editing(at: site.position.dropLast(), edit)
    }

    /// The message with a change in the message that is the value of a field.
    func editing(_ site: Site, _ edit: (inout MessageTree) -> Void) -> MessageTree {
        editing(at: site.position[...], edit)
    }

    private func editing(at position: ArraySlice<Int>, _ edit: (inout MessageTree) -> Void) -> MessageTree {
        var copy = self
        guard let index = position.first else {
            edit(&copy)
            return copy
        }
        if case .message(let message) = fields[index].value {
            copy.fields[index].value = .message(message.editing(at: position.dropFirst(), edit))
        }
        return copy
    }
}
