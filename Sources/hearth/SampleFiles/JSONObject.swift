import HearthModel

/// The members of a JSON object by name. Errors name the member with its path in the line, and repeat no value.
struct JSONObject {
    let members: [(String, JSON)]
    /// The path of the object in its line, such as `events[3]`; empty: it is the line.
    let path: String

    init(_ members: [(String, JSON)], path: String = "") {
        self.members = members
        self.path = path
    }

    /// Whether it is the line itself.
    var isLine: Bool { path.isEmpty }

    /// Null when the object has no such member.
    subscript(name: String) -> JSON { members.last { $0.0 == name }?.1 ?? .null }

    func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    func missing(_ name: String) -> InputError { InputError("The member '\(path(of: name))' is missing.") }

    func wrong(_ name: String, _ problem: String) -> InputError {
        InputError("The member '\(path(of: name))' \(problem)")
    }

    // MARK: - Members that may be missing

    func text(_ name: String) throws(InputError) -> String? {
        switch self[name] {
        case .null: return nil
        case .string(let text): return text
        default: throw wrong(name, "is not a string.")
        }
    }

    func object(_ name: String) throws(InputError) -> JSONObject? {
        switch self[name] {
        case .null: return nil
        case .members(let members): return JSONObject(members, path: path(of: name))
        default: throw wrong(name, "is not an object.")
        }
    }

    func array(_ name: String) throws(InputError) -> [JSON]? {
        switch self[name] {
        case .null: return nil
        case .array(let elements): return elements
        default: throw wrong(name, "is not an array.")
        }
    }

    func number(_ name: String) throws(InputError) -> Double? {
        guard !self[name].isNull else { return nil }
        return try JSONObject.number(self[name], path(of: name))
    }

    func integer(_ name: String) throws(InputError) -> Int64? {
        guard !self[name].isNull else { return nil }
        return try JSONObject.integer(self[name], path(of: name))
    }

    func boolean(_ name: String) throws(InputError) -> Bool? {
        switch self[name] {
        case .null: return nil
        case .bool(let boolean): return boolean
        default: throw wrong(name, "is neither true nor false.")
        }
    }

    func id(_ name: String) throws(InputError) -> ObjectID? {
        guard let text = try text(name) else { return nil }
        guard let id = ObjectID(text) else { throw wrong(name, "is not a UUID.") }
        return id
    }

    /// One of several names.
    func name<Value>(_ name: String, among names: [(name: String, value: Value)]) throws(InputError) -> Value? {
        guard let text = try text(name) else { return nil }
        guard let found = names.first(where: { $0.name == text }) else {
            throw wrong(name, "is not one of \(names.map(\.name).joined(separator: ", ")).")
        }
        return found.value
    }

    /// Calls a function with each object of an array.
    func each(_ name: String, _ body: (JSONObject) throws(InputError) -> Void) throws(InputError) {
        for (index, element) in try (array(name) ?? []).enumerated() {
            guard case .members(let members) = element else {
                throw InputError("The member '\(path(of: name))[\(index)]' is not an object.")
            }
            try body(JSONObject(members, path: "\(path(of: name))[\(index)]"))
        }
    }

    /// What a function makes of each object of an array.
    func list<Value>(_ name: String, _ make: (JSONObject) throws(InputError) -> Value) throws(InputError) -> [Value] {
        var values: [Value] = []
        try each(name) { object throws(InputError) in values.append(try make(object)) }
        return values
    }

    // MARK: - Members that are needed

    func neededNumber(_ name: String) throws(InputError) -> Double {
        guard let number = try number(name) else { throw missing(name) }
        return number
    }

    func neededText(_ name: String) throws(InputError) -> String {
        guard let text = try text(name) else { throw missing(name) }
        return text
    }

    func neededArray(_ name: String) throws(InputError) -> [JSON] {
        guard let array = try array(name) else { throw missing(name) }
        return array
    }

    // MARK: - Elements of arrays

    /// The number at a path of the line.
    static func number(_ value: JSON, _ path: @autoclosure () -> String) throws(InputError) -> Double {
        guard let text = value.numberText, let number = Double(text) else {
            throw InputError("The member '\(path())' is not a number.")
        }
        guard number.isFinite else { throw InputError("The member '\(path())' is too large.") }
        return number
    }

    /// The whole number at a path of the line.
    static func integer(_ value: JSON, _ path: @autoclosure () -> String) throws(InputError) -> Int64 {
        guard let text = value.numberText, let number = Int64(text) else {
            throw InputError("The member '\(path())' is not a whole number that fits into 64 bits.")
        }
        return number
    }

    /// The UUID at a path of the line.
    static func id(_ value: JSON, _ path: @autoclosure () -> String) throws(InputError) -> ObjectID {
        guard let id = value.string.flatMap({ ObjectID($0) }) else {
            throw InputError("The member '\(path())' is not a UUID.")
        }
        return id
    }
}
