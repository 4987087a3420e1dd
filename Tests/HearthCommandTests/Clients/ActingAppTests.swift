import Testing

@testable import hearth

@Suite struct ActingAppTests {
    @Test(arguments: ["/run/user/1/hearth/apps/org.example.diary/sock", "apps/a/sock"])
    func theSocketOfAnAppIsInAFolderWithItsName(_ path: String) {
        #expect(ActingApp.isAppSocket(path))
    }

    /// The server's own socket may be called `sock` too.
    @Test(arguments: [
        "/run/hearth/sock", "/srv/apps/sock", "/srv/apps//sock", "/apps/a/hearth.sock", "/a/apps/b/c/sock", "sock", "",
    ])
    func otherSocketsAreNotThoseOfApps(_ path: String) {
        #expect(!ActingApp.isAppSocket(path))
    }
}
