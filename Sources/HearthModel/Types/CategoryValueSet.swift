/// The values that samples of a category type may have: one of HealthKit's `HKCategoryValue…` enumerations.
package struct CategoryValueSet: Sendable {
    /// The enumerations of symptoms.
    static let ofSymptoms: Set = [
        "HKCategoryValueSeverity", "HKCategoryValuePresence", "HKCategoryValueAppetiteChanges",
    ]

    /// The enumeration's name, for example `HKCategoryValueSleepAnalysis`.
    package let enumeration: String
    /// The numbers and their names, as HealthKit spells them in Swift. A number that HealthKit renamed occurs twice,
    /// its current name first. Empty when the numbers are not published.
    package let names: KeyValuePairs<Int64, String>
    /// Bit n is set if n is allowed. Every value of a column is checked, so the check has to be cheap.
    private let allowed: UInt64

    init(_ enumeration: String, _ names: KeyValuePairs<Int64, String>) {
        self.enumeration = enumeration
        self.names = names
        allowed = names.reduce(0) { $0 | 1 << UInt64($1.key) }
    }

    /// An enumeration whose numbers are not published: 0 to 63 are all allowed.
    ///
    /// Refusing them would refuse recordings of a phone. The bound is far above every number that HealthKit uses (the
    /// highest is 7), and still excludes values such as a time in the wrong column.
    init(unpublished enumeration: String) {
        self.enumeration = enumeration
        names = [:]
        allowed = .max
    }

    package func allows(_ value: Int64) -> Bool {
        // A negative value is a huge shift, and a shift by 64 or more leaves nothing.
        allowed >> UInt64(bitPattern: value) & 1 == 1
    }

    /// The number of a name, current or former: as in Swift, or as in Apple's exports, which begin with the name of the
    /// enumeration. Upper and lower case are the same. "" names the only value of a set. Nil if no value has the name.
    package func value(named text: String) -> Int64? {
        if text.isEmpty { return names.count == 1 ? names[0].key : nil }
        let name = text.lowercased()
        if let exact = names.first(where: { $0.value.lowercased() == name }) { return exact.key }
        guard name.hasPrefix("hkcategoryvalue") else { return nil }
        // Enumerations were renamed and values kept their names, so the end decides: of `NotPresent` and `Present` the
        // longer one.
        let candidates = names.filter { name.hasSuffix($0.value.lowercased()) }
        return candidates.max { $0.value.count < $1.value.count }?.key ?? (names.count == 1 ? names[0].key : nil)
    }

    /// The current name of a value; nil: the value is not allowed, or its name is unknown.
    package func name(of value: Int64) -> String? {
        names.first { $0.key == value }?.value
    }
}
