import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// hearth.proto is documentation too: whoever writes a client reads nothing else.
@Suite struct SchemaTests {
    private struct Declaration {
        /// A message, an enum, or one of these with a field or a number after a dot.
        var name: String
        var comment: String
    }

    /// Every message, enum, field and enum number, with the lines of comment above it and behind it.
    private static func declarations() throws -> [Declaration] {
        var declarations: [Declaration] = []
        var block = ""
        var comment: [Substring] = []
        let schema = try Repository.text(of: Repository.protoFile)
        for line in schema.split(separator: "\n", omittingEmptySubsequences: false) {
            let slashes = line.firstRange(of: "//")
            if let slashes { comment.append(line.suffix(from: slashes.upperBound)) }
            let words = line.prefix(upTo: slashes?.lowerBound ?? line.endIndex).split { " ={};".contains($0) }
            guard let first = words.first else {
                if slashes == nil { comment = [] }
                continue
            }
            let isBlock = first == "message" || first == "enum"
            if isBlock {
                block = String(words[1])
                declarations.append(Declaration(name: block, comment: comment.joined()))
            } else if words.count > 1, UInt32(words[words.count - 1]) != nil {
                let name = "\(block).\(words[words.count - 2])"
                declarations.append(Declaration(name: name, comment: comment.joined()))
            }
            comment = []
        }
        return declarations
    }

    @Test func everythingHasAComment() throws {
        let declarations = try Self.declarations()
        #expect(declarations.count > 400)
        #expect(declarations.filter { !$0.comment.contains(where: \.isLetter) }.map(\.name) == [])
    }

    /// What comments and the specification name in capitals, with an underscore in it, is a member of an enum.
    @Test func everyCodeThatIsNamedExists() throws {
        let declarations = try Self.declarations()
        var names = Set(ErrorCode.all.map(\.name))
        // Members of enums are written without the enum's prefix.
        for declaration in declarations {
            let parts = declaration.name.split(separator: ".")
            guard parts.count == 2, parts[1].allSatisfy({ $0.isUppercase || $0 == "_" }) else { continue }
            let prefix = snakeCase(parts[0]).drop { $0 == "_" }
            names.formUnion([String(parts[1]), String(parts[1].dropFirst(prefix.count + 1))])
        }
        let texts =
            declarations.map { (where: $0.name, text: $0.comment) }
            + [
                ("PROTOCOL.md", try Repository.text("Protocol/PROTOCOL.md")),
                ("BACKGROUND.md", try Repository.text("Protocol/BACKGROUND.md")),
                ("STATISTICS.md", try Repository.text("Protocol/STATISTICS.md")),
                ("RECORDS.md", try Repository.text("Protocol/RECORDS.md")),
                ("ACCESS.md", try Repository.text("Protocol/ACCESS.md")),
                ("ERRORS.md", try Repository.text("Protocol/ERRORS.md")),
            ]
        for (place, text) in texts {
            for word in text.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }) {
                guard word.contains("_"), word.allSatisfy({ $0.isUppercase || $0 == "_" }) else { continue }
                let isKnown = names.contains(String(word)) || Self.otherNames.contains(String(word))
                #expect(isKnown, "\(place) names \(word)")
            }
        }
    }

    /// Names in capitals that are none of the schema's.
    private static let otherNames: Set = [
        "ERROR_CODE_", "HEARTH_APP_ID", "HEARTH_BACKGROUND", "HEARTH_SOCKET", "SOCK_STREAM", "SO_PEERCRED",
    ]

    /// The requests whose lists of errors refer to others.
    @Test func theRepliesOfTheOtherRequestsAreTheSame() throws {
        let declarations = try Self.declarations()
        let specification = try Repository.text("Protocol/PROTOCOL.md")
        for (request, heading, codes) in [
            ("AddToWorkout", "### 8.4 AddToWorkout", ["OBJECT_NOT_FOUND", "WORKOUT_NOT_FOUND"]),
            ("Ping", "### 8.10 Ping, Cancel, Credit", ["LIMIT_EXCEEDED"]),
        ] {
            let comment = declarations.first { $0.name == request }?.comment ?? ""
            let errors = section(heading, of: specification).split(separator: "**Errors:**").last ?? ""
            for text in [Substring(comment), errors] {
                let listed = Set(ErrorCode.all.map(\.name)).filter { text.contains($0) }
                #expect(listed.sorted() == codes, "\(request)")
            }
            #expect(comment.contains("those of Save") == (request == "AddToWorkout"))
            #expect(errors.contains("those of `Save`") == (request == "AddToWorkout"))
        }
    }

    // MARK: - Columns

    /// What a column's comment says that its rows are is what `hearth decode` takes them for.
    @Test func everyColumnIsOfTheKindOfItsComment() throws {
        let kinds: [(String, ColumnKind)] = [
            ("Column of int64", .int64), ("Column of uint32", .uint32), ("Column of float64", .float64),
            ("Column of UUIDs", .uuid), ("Column of flags", .flag),
        ]
        var count = 0
        for declaration in try Self.declarations() {
            for (text, kind) in kinds where declaration.comment.contains(text) {
                count += 1
                #expect(ColumnKind(of: declaration.name) == kind, "\(declaration.name)")
            }
        }
        #expect(count > 40)
    }

    // MARK: - Limits

    /// A limit is named in one way in the code, in the schema and in the specification.
    @Test func everyLimitIsNamedInOneWay() throws {
        let announced = Mirror(reflecting: Limits.standard).children.compactMap(\.label).map { snakeCase($0) }
        let inSchema = try Self.declarations().filter { $0.name.hasPrefix("Limits.") }.map { $0.name.dropFirst(7) }
        #expect(announced == inSchema.map(String.init))

        let fixed = try Repository.text("Sources/HearthModel/Limits.swift").split(separator: "\n").compactMap { line in
            line.firstRange(of: "package static let ").map { range in
                snakeCase(String(line[range.upperBound...].prefix { $0.isLetter }))
            }
        }.filter { $0 != "standard" }
        let rows = tableRows(section("## 10 Limits", of: try Repository.text("Protocol/PROTOCOL.md"))).dropFirst()
        #expect(Set(rows.map { $0[0].filter { $0 != "`" } }) == Set(announced + fixed))
    }

    /// The decoder's budget is three numbers in the specification.
    @Test func theMemoryOfAFrameIsThatOfTheSpecification() throws {
        let base = Limits.unpackBytes(frameBytes: 0)
        let mebibyte = 1 << 20
        let first = (Limits.unpackBytes(frameBytes: mebibyte) - base) / mebibyte
        let further = (Limits.unpackBytes(frameBytes: 2 * mebibyte) - base) / mebibyte - first
        #expect(Limits.unpackBytes(frameBytes: 1) == base + first)
        #expect(Limits.unpackBytes(frameBytes: mebibyte + 1) == base + first * mebibyte + further)
        let words = try Repository.text("Protocol/PROTOCOL.md").split { " \n".contains($0) }.joined(separator: " ")
        let sentence = """
            more than \(base >> 10) KiB plus \(first) bytes for each byte of the first MiB of body plus \(further) bytes \
            for each further one
            """
        #expect(words.contains(sentence))
    }

    private func snakeCase(_ name: some StringProtocol) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }
}
