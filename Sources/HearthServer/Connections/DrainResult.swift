/// What the driver of a connection does after its output was passed on.
package enum DrainResult {
    case done
    /// The connection takes no more: to be asked again when it does.
    case blocked
    /// Everything was sent, and the connection ends with that.
    case close
}
