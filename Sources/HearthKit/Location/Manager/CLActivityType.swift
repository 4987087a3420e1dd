/// The user's activity while the machine is located.
public enum CLActivityType: Int, Sendable {
    /// Something else.
    case other = 1
    /// Driving.
    case automotiveNavigation = 2
    /// Walking, running or cycling.
    case fitness = 3
    /// Going by boat or train.
    case otherNavigation = 4
    /// Flying.
    case airborne = 5
}

/// How a machine is held.
public enum CLDeviceOrientation: Int32, Sendable {
    /// It is not known.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upright, the top at the bottom.
    case portraitUpsideDown = 2
    /// On its side, the top at the left.
    case landscapeLeft = 3
    /// On its side, the top at the right.
    case landscapeRight = 4
    /// Flat, the screen up.
    case faceUp = 5
    /// Flat, the screen down.
    case faceDown = 6
}
