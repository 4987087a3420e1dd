public import Foundation

/// The stored workout that a file was exported from. A store that has it recognizes the file.
public struct RecordedOrigin: Hashable, Sendable {
    /// The UUID of the workout.
    public var id: UUID
    /// The identifier of the app that saved it; nil: the file does not say.
    public var source: String?

    /// A workout in a store.
    public init(id: UUID, source: String? = nil) {
        self.id = id
        self.source = source
    }
}
