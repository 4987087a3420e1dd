import HearthModel
import HearthWire

extension App {
    /// The app that owns what was imported.
    static let importer = App(bundleIdentifier: "org.hearth.import", name: "Hearth's import")
}

extension SampleColumns {
    /// The same samples, as those of a source.
    func saved(by app: App) -> SampleColumns {
        var named = self
        let source = Source(bundleIdentifier: app.bundleIdentifier, name: app.name)
        let version = app.version.isEmpty ? nil : app.version
        named.provenance =
            provenance.entries.isEmpty
            ? DictionaryColumn(entries: [Provenance(source: source, version: version)])
            : provenance.mapped { Provenance(source: source, version: version, device: $0.device) }
        return named
    }

    /// For a save, which does not say who owns samples.
    var withoutOwners: SampleColumns {
        var samples = self
        samples.provenance = provenance.mapped(\.withoutOwner)
        return samples
    }

    /// The bundle identifiers of the sources.
    var sources: Set<String> { Set(provenance.entries.compactMap(\.source?.bundleIdentifier)) }
}

extension DictionaryColumn {
    /// The same rows with other entries, which need not differ from each other as before.
    func mapped(_ transform: (Entry) -> Entry) -> DictionaryColumn {
        DictionaryColumn(entries: entries.map(transform), indexes: indexes)
    }
}

extension Provenance {
    /// What a save says of it.
    var withoutOwner: Provenance {
        var provenance = self
        provenance.owner = nil
        return provenance
    }

    /// The app as which an import saved samples that are now stored, if they are of one of its sources; nil for the samples of
    /// other apps. A file can name any UUID, and only what was imported is replaced or deleted for it.
    func importingApp(from sources: Set<String>) -> String? {
        guard let source = source?.bundleIdentifier, sources.contains(source),
            let owner = owningApp?.description
        else { return nil }
        // An import of an earlier version made each source the owner of what it brought.
        let isImporter = owner == App.importer.bundleIdentifier || owner == source && ImportFile.isImported(app: owner)
        return isImporter ? owner : nil
    }
}

extension AppID {
    /// The app as which the owner's tool imports. What is decided about it does not limit the tool.
    static let importer = AppID(App.importer.bundleIdentifier)

    /// Whether it stands for a source in imported files. No app connects as it.
    var isImportedSource: Bool { ImportFile.isImported(app: description) }
}
