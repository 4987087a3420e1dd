/// The reply to a call that waits for a write.
enum WriteReply {
    /// The assembly locates errors in the frames of a save that took several.
    case committed(SaveAssembly?)
    case characteristics
    case registrations
    /// With the position of a cursor of the app, or without one: "".
    case acknowledged(cursor: String)
    case backgroundApp
}
