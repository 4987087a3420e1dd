import Testing

@testable import hearth

@Suite struct ActingAppTests {
    private static let appSocket = "/run/user/1/hearth/apps/org.example.diary/sock"
    private static let ownSocket = "/run/user/1/hearth/hearth.sock"
    private static let advice = "Act as that app with --app."

    private func given(_ option: String?) throws -> GivenOptions {
        let words = ["heartRate"] + (option.map { ["--socket", $0] } ?? [])
        return try GivenOptions(words[...], of: Delete.self)
    }

    private func named(option: String? = nil, variable: String? = nil) throws -> NamedSocket? {
        NamedSocket(try given(option), environment: variable.map { ["HEARTH_SOCKET": $0] } ?? [:])
    }

    private func advice(option: String? = nil, variable: String? = nil) throws -> String {
        let environment = variable.map { ["HEARTH_SOCKET": $0] } ?? [:]
        return ActingApp(try given(option), environment: environment).advice(Self.advice)
    }

    @Test(arguments: [appSocket, "apps/a/sock"])
    func theSocketOfAnAppIsInAFolderWithItsName(_ path: String) throws {
        #expect(try named(option: path)?.app == path.split(separator: "/").dropLast().last.map { String($0) })
    }

    /// The server's own socket may be called `sock` too.
    @Test(arguments: [
        "/run/hearth/sock", "/srv/apps/sock", "/srv/apps//sock", "/apps/a/hearth.sock", "/a/apps/b/c/sock", "sock",
    ])
    func otherSocketsAreNotThoseOfApps(_ path: String) throws {
        let socket = try #require(try named(option: path))
        #expect(socket.app == nil)
    }

    /// As for the connection, the option comes first.
    @Test func theSocketIsTheOneOfTheOption() throws {
        #expect(try named(option: Self.ownSocket, variable: Self.appSocket)?.path == Self.ownSocket)
        #expect(try named(variable: Self.appSocket)?.path == Self.appSocket)
        #expect(try named(variable: "") == nil && named() == nil)
    }

    @Test func whatNamesTheSocketOfAnAppIsToBeChanged() throws {
        #expect(try advice() == Self.advice)
        #expect(try advice(variable: Self.ownSocket) == Self.advice)
        #expect(try advice(option: Self.ownSocket, variable: Self.appSocket) == Self.advice)
        let variable = try advice(variable: Self.appSocket)
        #expect(variable.hasPrefix("$HEARTH_SOCKET names the socket of an app,") && variable.contains("unset it"))
        let option = try advice(option: Self.appSocket, variable: Self.ownSocket)
        #expect(option.hasPrefix("--socket names the socket of an app,") && !option.contains("unset"))
    }
}
