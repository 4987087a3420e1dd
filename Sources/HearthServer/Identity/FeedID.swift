/// Identifies a feed for as long as the server runs.
///
/// A number and not an address: the order of feeds must be the same in each run of the simulation.
struct FeedID: Hashable {
    let number: UInt64
}
