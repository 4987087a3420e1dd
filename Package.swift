// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    // The tree has no warnings, and one that appears stops the build where it was written.
    .treatAllWarnings(as: .error),
    // An import is internal unless it says otherwise, so that no C type leaks through a module's interface.
    .enableUpcomingFeature("InternalImportsByDefault"),
    // A protocol used as a type says `any`: the cost of the box is visible.
    .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
    name: "hearth",
    platforms: [.macOS(.v26)],
    targets: [
        // Values: types, units, columns of samples, predicates, anchors, errors.
        .target(name: "HearthModel", swiftSettings: swiftSettings),

        .testTarget(
            name: "HearthModelTests",
            dependencies: ["HearthModel"],
            exclude: ["Fixtures"],
            swiftSettings: swiftSettings
        ),
    ],
    swiftLanguageModes: [.v6]
)
