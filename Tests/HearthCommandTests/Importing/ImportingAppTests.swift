import HearthModel
import Testing

@testable import hearth

/// Which stored samples an import may replace or delete.
@Suite struct ImportingAppTests {
    private func app(owner: String?, source: String, of sources: Set<String>) -> String? {
        var provenance = Provenance(source: Source(bundleIdentifier: source, name: source))
        provenance.owner = owner
        return provenance.importingApp(from: sources)
    }

    @Test func onlyWhatAnImportOfTheSameSourceSavedIsReplaced() {
        let importer = App.importer.bundleIdentifier
        #expect(app(owner: importer, source: "com.example.watch", of: ["com.example.watch"]) == importer)
        #expect(app(owner: importer, source: "com.example.watch", of: ["com.example.phone"]) == nil)
        // A file can name any app as the source of its samples.
        #expect(app(owner: nil, source: "org.hearth.cli", of: ["org.hearth.cli"]) == nil)
        #expect(app(owner: "org.hearth.cli", source: "org.hearth.cli", of: ["org.hearth.cli"]) == nil)
        #expect(app(owner: nil, source: "apple-health:Scale", of: ["apple-health:Scale"]) == "apple-health:Scale")
        #expect(app(owner: "com.example.x", source: "apple-health:Scale", of: ["apple-health:Scale"]) == nil)
    }
}
