/// The kinds of calls, which take turns: a step of each kind per turn.
enum Lane: Int, CaseIterable {
    case changes
    case queries
}
