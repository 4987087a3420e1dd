internal import Foundation

/// The names at the beginning of a CDA document, read from its XML.
///
/// It knows as much of XML as these need: tags, texts and the five entities that XML defines. Elements of other names
/// are passed over.
struct CDAHeading {
    private(set) var title = ""
    private(set) var patientName = ""
    private(set) var authorName = ""
    private(set) var custodianName = ""

    private static let mostDepth = 256

    init(_ data: Data) throws {
        guard let text = String(data: data, encoding: .utf8) else {
            throw CDAHeading.refusal("the document is not UTF-8")
        }
        var path: [Substring] = []
        var rest = text[...]
        var hasRoot = false
        while let start = rest.firstIndex(of: "<") {
            take(CDAHeading.unescaped(rest[..<start]), at: path)
            rest = rest[start...]
            if let end = CDAHeading.endOfPassedOver(rest) {
                rest = rest[end...]
                continue
            }
            guard let end = rest.firstIndex(of: ">") else { throw CDAHeading.refusal("a tag does not end") }
            let tag = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("/") {
                guard path.popLast() == CDAHeading.name(tag.dropFirst()) else {
                    throw CDAHeading.refusal("an end tag does not match its start tag")
                }
                continue
            }
            guard path.count < CDAHeading.mostDepth else { throw CDAHeading.refusal("elements are nested too deep") }
            if path.isEmpty {
                guard !hasRoot, CDAHeading.name(tag) == "ClinicalDocument" else {
                    throw CDAHeading.refusal("the document is not one ClinicalDocument")
                }
                hasRoot = true
            }
            if !tag.hasSuffix("/") {
                path.append(CDAHeading.name(tag))
            }
        }
        guard hasRoot, path.isEmpty else { throw CDAHeading.refusal("the document is not complete") }
    }

    private static func refusal(_ reason: String) -> HKError {
        HKError(
            .errorInvalidArgument,
            userInfo: [
                NSLocalizedDescriptionKey: "This is not a CDA document: \(reason).",
                HKDetailedCDAValidationErrorKey: reason,
            ]
        )
    }

    /// The end of a comment or an instruction that begins here; nil: it is an element.
    private static func endOfPassedOver(_ text: Substring) -> Substring.Index? {
        for (start, end) in [("<!--", "-->"), ("<?", "?>"), ("<!", ">")] where text.hasPrefix(start) {
            return text.firstRange(of: end)?.upperBound ?? text.endIndex
        }
        return nil
    }

    /// The name of an element, without its namespace.
    private static func name(_ tag: Substring) -> Substring {
        let name = tag.prefix { !$0.isWhitespace && $0 != "/" }
        return name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name
    }

    private static func unescaped(_ text: Substring) -> String {
        var text = String(text)
        for (entity, character) in [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
        ] {
            text = text.replacingOccurrences(of: entity, with: character)
        }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Takes a text in an element.
    private mutating func take(_ text: String, at path: [Substring]) {
        guard !text.isEmpty, path.count > 1 else { return }
        switch path[1] {
        case "title" where path.count == 2: title += (title.isEmpty ? "" : " ") + text
        case "recordTarget" where CDAHeading.isName(path, of: "patient"):
            patientName += (patientName.isEmpty ? "" : " ") + text
        case "author" where CDAHeading.isName(path, of: "assignedPerson"):
            authorName += (authorName.isEmpty ? "" : " ") + text
        case "custodian" where CDAHeading.isName(path, of: "representedCustodianOrganization"):
            custodianName += (custodianName.isEmpty ? "" : " ") + text
        default: break
        }
    }

    /// Whether a path leads into the name of an element.
    private static func isName(_ path: [Substring], of element: Substring) -> Bool {
        guard let place = path.firstIndex(of: element), place + 1 < path.count else { return false }
        return path[place + 1] == "name"
    }
}
