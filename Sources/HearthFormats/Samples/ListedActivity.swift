/// What a service's list of activities says about one of them.
package struct ListedActivity: Hashable, Sendable {
    /// The name that the user gave it; nil: none.
    package var name: String?
    /// The sport, which is `other` for a name in an unknown language.
    package var sport: RecordedSport
}
