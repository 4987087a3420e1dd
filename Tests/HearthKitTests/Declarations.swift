import HearthTestSupport

/// What a file of the library declares, read from its text: constants cannot be enumerated in a running program.
enum Declarations {
    /// The name and the argument of each `static let name = known("argument")`.
    static func knownConstants(in path: String) throws -> [String: String] {
        var constants: [String: String] = [:]
        for line in try Repository.text("Sources/HearthKit/\(path)").split(separator: "\n") {
            guard let head = line.firstRange(of: "public static let "), let call = line.firstRange(of: " = known(\"")
            else { continue }
            let name = String(line[head.upperBound..<call.lowerBound])
            constants[name] = String(line[call.upperBound...].prefix { $0 != "\"" })
        }
        return constants
    }

    /// The name and the text of each `public let name = "text"`.
    static func texts(in path: String) throws -> [String: String] {
        var texts: [String: String] = [:]
        // A constant with a long name stands on two lines.
        let text = try Repository.text("Sources/HearthKit/\(path)").replacing("=\n    ", with: "= ")
        for line in text.split(separator: "\n") {
            guard line.hasPrefix("public let "), let equals = line.firstRange(of: " = \"") else { continue }
            let name = String(line[..<equals.lowerBound].dropFirst("public let ".count))
            texts[name] = String(line[equals.upperBound...].prefix { $0 != "\"" })
        }
        return texts
    }

    /// The cases of an enumeration of numbers, and the names that stand for one of them: name and number of each.
    static func numbers(in path: String) throws -> [String: Int64] {
        var numbers: [String: Int64] = [:]
        for line in try Repository.text("Sources/HearthKit/\(path)").split(separator: "\n") {
            let words = line.split { " :{}.".contains($0) }
            if words.first == "case", words.count == 4 {
                numbers[String(words[1])] = Int64(words[3])
            } else if line.contains("public static var "), words.count == 6 {
                // A former name: `public static var old: Enumeration { .new }`.
                numbers[String(words[3])] = numbers[String(words[5])]
            }
        }
        return numbers
    }
}
