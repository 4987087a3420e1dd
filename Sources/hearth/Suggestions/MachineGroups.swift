import HearthSystem

/// The groups of the machine's users.
enum MachineGroups {
    /// Their names, as far as the system lists them. No other thread may ask at the same time.
    ///
    /// Unsafe pointers: `getgrent` returns an entry that the next call replaces.
    static var names: [String] {
        setgrent()
        defer { endgrent() }
        var names: [String] = []
        while let entry = getgrent() {
            names.append(String(cString: entry.pointee.gr_name))
        }
        return names
    }
}
