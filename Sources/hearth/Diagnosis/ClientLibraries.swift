import HearthModel

/// The client libraries that apps have connected with, and whether their versions are that of the server.
enum ClientLibraries {
    /// As they name themselves. Libraries of others have versions of their own.
    private static let own: Set<Substring> = ["HearthClient", "hearth-python", "libhearth", "hearth"]

    /// `clients`: for each connection what its library calls itself; "": it does not say. `server`: what the server does.
    static func findings(_ clients: [String], of server: String) -> [Finding] {
        let counts = Dictionary(grouping: clients.filter { !$0.isEmpty }) { $0 }.mapValues(\.count)
        return counts.sorted { $0.key < $1.key }.map { client, count in
            let text = "“\(client.unquoted(atMost: 64))”, \(count.counted("connection"))"
            guard let order = order(of: client, server) else { return .fine("client", text) }
            return .note(
                "client",
                "\(text): it is \(order) than the server, \(server.unquoted(atMost: 64)).",
                "Both work together, without what only the newer one has. Upgrade the \(order == "older" ? "library" : "server")."
            )
        }
    }

    /// Whether a library of Hearth's is older or newer; nil for the same version, and for other libraries.
    private static func order(of client: String, _ server: String) -> String? {
        let words = client.split(separator: " ")
        guard words.count == 2, own.contains(words[0]), let theirs = numbers(words[1]),
            let ours = server.split(separator: " ").last.flatMap(numbers)
        else { return nil }
        // A library may leave out the last number.
        for (their, our) in zip(theirs, ours) where their != our {
            return their < our ? "older" : "newer"
        }
        return nil
    }

    private static func numbers(_ version: Substring) -> [Int]? {
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
    }
}
