internal import HearthModel

/// A sample as its deletion describes it.
struct DeletedSample {
    let id: ObjectID
    let type: ObjectType
    /// The part of its metadata that is kept.
    let kept: Metadata
}
