package import HearthModel

/// What the log says about access.
package enum AccessEvent: Hashable, Sendable {
    /// Saves of an app are refused, because they had UUIDs of samples that it may not see.
    case savesRefused(AppID)
}
