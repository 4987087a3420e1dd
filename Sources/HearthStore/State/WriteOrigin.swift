package import HearthModel
internal import HearthSystem

/// The app that a write comes from. A class, because each of its writes refers to it.
package final class WriteOrigin: Sendable {
    package let source: Source
    /// The name of the source where the owner gives the app none.
    package let ownName: String
    package let version: String?
    package let productType: String?
    package let operatingSystemVersion: OperatingSystemVersion?
    /// The provenance of the app's last save. An app rarely changes its device, and looking up the number of a
    /// provenance hashes a dozen texts.
    let lastProvenance = Guarded<NumberedProvenance?>(nil)
    /// Whether it may save on behalf of other sources.
    let namesSources: Bool
    /// What the app may see and save; nil: everything.
    package let view: AccessView?
    /// What the view depends on. Nil for the owner's own tool and for the server, about which nothing is decided.
    let basis: Basis?
    /// Whether the owner's own tool saves for the app: it may take UUIDs of samples that other apps have deleted, as for an
    /// import that the owner has deleted and imports again for another app.
    package let isOwnersTool: Bool
    /// What decisions that came later have made of it, as it was looked up last.
    let renewal = Guarded<Renewal?>(nil)

    package init(
        source: Source,
        ownName: String? = nil,
        version: String? = nil,
        productType: String? = nil,
        operatingSystemVersion: OperatingSystemVersion? = nil,
        namesSources: Bool = false,
        view: AccessView? = nil,
        basis: Basis? = nil,
        isOwnersTool: Bool = false
    ) {
        self.isOwnersTool = isOwnersTool
        self.namesSources = namesSources
        self.view = view
        self.basis = basis
        self.source = source
        self.ownName = ownName ?? source.name
        self.version = version
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
    }

    /// The same app, which may save on behalf of other sources.
    package func namingSources() -> WriteOrigin {
        WriteOrigin(
            source: source,
            ownName: ownName,
            version: version,
            productType: productType,
            operatingSystemVersion: operatingSystemVersion,
            namesSources: true,
            isOwnersTool: isOwnersTool
        )
    }

    /// The same program on behalf of another app, or with what that may see and save.
    package func acting(
        as source: Source,
        ownName: String? = nil,
        seeing view: AccessView? = nil,
        under basis: Basis? = nil,
        isOwnersTool: Bool
    ) -> WriteOrigin {
        WriteOrigin(
            source: source,
            ownName: ownName,
            version: version,
            productType: productType,
            operatingSystemVersion: operatingSystemVersion,
            view: view,
            basis: basis,
            isOwnersTool: isOwnersTool
        )
    }
}

extension WriteOrigin {
    package var app: AppID { source.app }

    /// Counts its saves that are refused because of samples that it may not see. Nil if it may see everything.
    package var hiddenConflicts: HiddenConflicts? { view == nil ? nil : basis?.hiddenConflicts }

    /// Whether samples with a provenance come from another source than the app.
    package func isForeign(_ provenance: Provenance) -> Bool {
        provenance.source.map { $0.app != app } ?? false
    }

    /// The provenance under which samples are stored that came with one.
    func provenance(_ given: Provenance?) -> Provenance {
        guard namesSources, let given, isForeign(given) else { return provenance(of: given?.device) }
        var provenance = given
        provenance.owner = source.bundleIdentifier
        return provenance
    }

    /// The provenance of the app's samples that a device measured.
    private func provenance(of device: Device?) -> Provenance {
        Provenance(
            source: source,
            version: version,
            productType: productType,
            operatingSystemVersion: operatingSystemVersion,
            device: device
        )
    }

    /// Throws if the app may not save samples of the type of one that it sees, and adds to a workout.
    func checkAdding(_ location: Location, at index: Int) throws(HearthError) {
        guard let view, let type = location.segment.type else { return }
        try locating("stored[\(index)]", view.checkSharing(of: type))
    }
}
