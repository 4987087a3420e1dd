/// Adds, removes or reads an app's registrations for background delivery.
package struct BackgroundDelivery: Hashable, Sendable {
    /// Registrations for other types stay.
    package var enable: [BackgroundRegistration]
    /// The types to clear.
    package var disable: [ObjectType]
    /// Clears every type that is not in `enable`.
    package var disableAll: Bool
    /// How the app is started; nil: as was said before.
    package var launch: BackgroundLaunch?

    package init(
        enable: [BackgroundRegistration] = [],
        disable: [ObjectType] = [],
        disableAll: Bool = false,
        launch: BackgroundLaunch? = nil
    ) {
        self.enable = enable
        self.disable = disable
        self.disableAll = disableAll
        self.launch = launch
    }

    /// Whether nothing is to be changed.
    package var onlyReads: Bool { enable.isEmpty && disable.isEmpty && !disableAll && launch == nil }
}
