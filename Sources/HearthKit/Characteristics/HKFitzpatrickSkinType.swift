/// The type of a person's skin on the Fitzpatrick scale.
public enum HKFitzpatrickSkinType: Int, Sendable {
    /// Not said.
    case notSet = 0
    /// Always burns, never tans.
    case I = 1
    /// Usually burns, tans little.
    case II = 2
    /// Sometimes burns, tans evenly.
    case III = 3
    /// Burns little, always tans well.
    case IV = 4
    /// Rarely burns, tans dark.
    case V = 5
    /// Never burns.
    case VI = 6
}
