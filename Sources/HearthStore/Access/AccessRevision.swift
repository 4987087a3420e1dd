/// A state of the owner's decisions. Each change makes another one, and so does reading them from the storage.
package final class AccessRevision: Sendable {}
