/// A state of the owner's decisions. Each change makes a new one, and so does reading them from the storage.
package final class AccessRevision: Sendable {}
