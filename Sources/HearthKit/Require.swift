/// Stops the program unless a condition holds, as HealthKit does with an exception where an app misuses its API.
///
/// Not `precondition`: its text is not printed in a release build, where the developer of an app needs it as much.
@inline(__always)
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition {
        fatalError(message())
    }
}
