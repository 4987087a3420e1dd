extension [Metadata.Entry] {
    /// The entries with current keys. If the current key occurs as well, the entry with the retired key is dropped.
    package var withCurrentKeys: [Metadata.Entry] {
        guard contains(where: { MetadataKey.successor(of: $0.key) != nil }) else { return self }
        let keys = Set(map { Array<UInt8>($0.key.utf8) })
        return compactMap { entry -> Metadata.Entry? in
            guard let current = MetadataKey.successor(of: entry.key) else { return entry }
            return keys.contains(Array<UInt8>(current.utf8)) ? nil : Metadata.Entry(key: current, value: entry.value)
        }
    }
}
