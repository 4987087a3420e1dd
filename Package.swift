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
    products: [
        .executable(name: "hearth", targets: ["hearth"]),
        .library(name: "HearthKit", targets: ["HearthKit"]),
        .library(name: "HearthFormats", targets: ["HearthFormats"]),
        .library(name: "HearthTesting", targets: ["HearthTesting"]),
    ],
    targets: [
        // System libraries: one target each. One target of the product imports each, but two import SQLite: the store,
        // and the reader of exports that are databases.
        .systemLibrary(
            name: "CProtobufC",
            pkgConfig: "libprotobuf-c",
            providers: [.apt(["libprotobuf-c-dev"]), .brew(["protobuf-c"])]
        ),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
        ),
        .systemLibrary(
            name: "CPostgreSQL",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .systemLibrary(
            name: "CLibUV",
            pkgConfig: "libuv",
            providers: [.apt(["libuv1-dev"]), .brew(["libuv"])]
        ),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"]), .brew(["lz4"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),

        // What protobuf-c's generator makes of Protocol/hearth.proto; rewritten by Protocol/generate, never by hand.
        .target(name: "CHearthProtocol", dependencies: ["CProtobufC"]),

        // What the system gives every target: the C library, threads and locks, the clock. And the one queue.
        .target(name: "HearthSystem", swiftSettings: swiftSettings),
        // Values: types, units, columns of samples, predicates, anchors, errors.
        .target(name: "HearthModel", dependencies: ["HearthSystem"], swiftSettings: swiftSettings),
        // Frames, and model <-> protobuf-c. The only importer of the generated C.
        .target(
            name: "HearthWire",
            dependencies: ["HearthModel", "CHearthProtocol"],
            swiftSettings: swiftSettings
        ),
        // The engine: segments, change log, queries, on SQLite or PostgreSQL. The only importer of PostgreSQL and LZ4.
        .target(
            name: "HearthStore",
            dependencies: ["HearthWire", "HearthModel", "HearthSystem", "CSQLite", "CPostgreSQL", "CLZ4"],
            swiftSettings: swiftSettings
        ),
        // The socket as both sides need it: its path, its address, and a client that waits for replies.
        .target(
            name: "HearthSocket",
            dependencies: ["HearthWire", "HearthModel", "HearthSystem"],
            swiftSettings: swiftSettings
        ),
        // The connection of a client to a server: calls, streams, and what happens when it is lost.
        .target(
            name: "HearthClient",
            dependencies: ["HearthSocket", "HearthWire", "HearthModel", "HearthSystem"],
            swiftSettings: swiftSettings
        ),
        // Sessions, calls, the event loop. The only importer of libuv.
        .target(
            name: "HearthServer",
            dependencies: [
                "HearthStore", "HearthSocket", "HearthWire", "HearthModel", "HearthSystem", "CLibUV", "CMalloc",
            ],
            swiftSettings: swiftSettings
        ),
        // HealthKit's API over the store.
        .target(
            name: "HearthKit",
            dependencies: ["HearthClient", "HearthSocket", "HearthWire", "HearthModel", "HearthSystem"],
            swiftSettings: swiftSettings
        ),
        // Files of other programs, to and from values: no store, no sockets. The only importer of Expat, libzip and zlib.
        .target(
            name: "HearthFormats",
            dependencies: ["HearthModel", "HearthSystem", "CExpat", "CSQLite", "CZip", "CZlib"],
            swiftSettings: swiftSettings
        ),
        // A store in the process, for the tests of apps.
        .target(
            name: "HearthTesting",
            dependencies: ["HearthKit", "HearthServer", "HearthClient", "HearthSocket", "HearthWire", "HearthModel"],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "hearth",
            dependencies: [
                "HearthKit", "HearthClient", "HearthServer", "HearthStore", "HearthSocket", "HearthFormats",
                "HearthWire", "HearthModel", "HearthSystem", "CLinux",
            ],
            exclude: ["postgresql", "systemd"],
            swiftSettings: swiftSettings
        ),

        // What tests of several targets need: seeded randomness, the files of the repository, a server to run.
        .target(
            name: "HearthTestSupport",
            dependencies: ["HearthSocket", "HearthWire", "HearthModel", "CSQLite", "CZip", "CZlib"],
            path: "Tests/HearthTestSupport",
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "HearthModelTests",
            dependencies: ["HearthModel", "HearthTestSupport"],
            exclude: ["Fixtures"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "HearthWireTests",
            dependencies: ["HearthWire", "HearthModel", "HearthTestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "HearthStoreTests",
            dependencies: [
                "HearthStore", "HearthWire", "HearthSocket", "HearthSystem", "HearthModel", "HearthTestSupport",
                "CSQLite", "hearth-store-load",
            ],
            exclude: ["Fixtures"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "HearthServerTests",
            dependencies: [
                "HearthServer", "HearthStore", "HearthSocket", "HearthWire", "HearthModel", "HearthSystem",
                "HearthTestSupport", "hearth",
            ],
            exclude: [
                "Access/Mutants", "Work/Mutants", "Simulation/Mutants", "Simulation/run-mutants",
                "BackgroundSimulation/Mutants",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "HearthClientTests",
            dependencies: [
                "HearthClient", "HearthServer", "HearthStore", "HearthSocket", "HearthWire", "HearthModel",
                "HearthTestSupport", "hearth",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "HearthKitTests",
            dependencies: [
                "HearthKit", "HearthTesting", "HearthClient", "HearthServer", "HearthSocket", "HearthWire",
                "HearthSystem", "HearthModel", "HearthTestSupport", "hearth", "hearth-kit-load",
                "hearth-background-app",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "HearthFormatsTests",
            dependencies: ["HearthFormats", "HearthModel", "HearthTestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "HearthCommandTests",
            dependencies: [
                "HearthClient", "HearthFormats", "HearthModel", "HearthSocket", "HearthTestSupport", "HearthWire",
                "hearth",
            ],
            swiftSettings: swiftSettings
        ),
        // Saves and deletes until it is killed, for the tests that kill it.
        .executableTarget(
            name: "hearth-store-load",
            dependencies: ["HearthStore", "HearthWire", "HearthModel", "HearthTestSupport"],
            path: "Tests/hearth-store-load",
            swiftSettings: swiftSettings
        ),
        // Saves through HealthKit's API, for the tests that kill the server meanwhile.
        .executableTarget(
            name: "hearth-kit-load",
            dependencies: ["HearthKit"],
            path: "Tests/hearth-kit-load",
            swiftSettings: swiftSettings
        ),
        // An app that is started in the background and handles it well, or badly.
        .executableTarget(
            name: "hearth-background-app",
            dependencies: ["HearthKit"],
            path: "Tests/hearth-background-app",
            swiftSettings: swiftSettings
        ),
        // The client as the conformance kit of the protocol drives it.
        .executableTarget(
            name: "hearth-client-driver",
            dependencies: ["HearthClient", "HearthWire", "HearthModel", "HearthSystem"],
            path: "Tests/hearth-client-driver",
            swiftSettings: swiftSettings
        ),
        // The rules of the repository: documents that say what the code says, a file for each message, no leftovers.
        .testTarget(
            name: "RepositoryTests",
            dependencies: ["HearthWire", "HearthModel", "HearthTestSupport"],
            swiftSettings: swiftSettings
        ),
        // What the fuzzer feeds: one function for each target. The corpus runs through them as plain tests.
        .target(
            name: "HearthFuzz",
            dependencies: ["HearthServer", "HearthStore", "HearthFormats", "HearthWire", "HearthModel"],
            path: "Tests/HearthFuzz",
            exclude: ["run", "make-seeds", "Dictionaries"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "HearthFuzzTests",
            dependencies: ["HearthFuzz"],
            exclude: ["Corpus"],
            swiftSettings: swiftSettings
        ),
    ],
    swiftLanguageModes: [.v6]
)

// libFuzzer brings the program's `main`, so this links with `--sanitize fuzzer` only; `Tests/HearthFuzz/run` asks for
// it.
if Context.environment["HEARTH_FUZZ"] == "1" {
    package.targets += [
        .executableTarget(
            name: "hearth-fuzz",
            dependencies: ["HearthFuzz", "CMalloc"],
            path: "Tests/hearth-fuzz",
            swiftSettings: swiftSettings
        )
    ]
}

// Benchmarks are built only when they are asked for, so that nobody else compiles them. `.ci/run`,
// `Tests/InstructionCounts/run` and `Tests/Comparison/run` set the variable.
if Context.environment["HEARTH_BENCHMARKS"] == "1" {
    package.targets += [
        // Measures the hot paths. Imports SQLite for the rows it compares with.
        .executableTarget(
            name: "hearth-bench",
            dependencies: [
                "HearthKit", "HearthServer", "HearthStore", "HearthSocket", "HearthSystem", "HearthWire",
                "HearthModel", "CSQLite", "CLibUV",
            ],
            swiftSettings: swiftSettings
        ),
        // HearthKit as the comparison with other stores drives it; the other drivers are in Tests/Comparison.
        .executableTarget(
            name: "hearth-comparison-driver",
            dependencies: ["HearthKit"],
            path: "Tests/hearth-comparison-driver",
            swiftSettings: swiftSettings
        ),
    ]
    package.products += [.executable(name: "hearth-bench", targets: ["hearth-bench"])]
}

// What Apple's devices bring themselves: elsewhere `import HealthKit` and `import CoreLocation` mean this library.
#if !canImport(Darwin)
    package.targets += [
        .target(name: "HealthKit", dependencies: ["HearthKit"], swiftSettings: swiftSettings),
        .target(name: "CoreLocation", dependencies: ["HearthKit"], swiftSettings: swiftSettings),
        // The app of the article "Your first app", as the article has it.
        .executableTarget(
            name: "HeartLog",
            dependencies: ["HealthKit"],
            path: "Tests/HeartLog",
            swiftSettings: swiftSettings
        ),
        // Code as apps have it: in the language mode of most of them, each file with the imports that Apple's modules ask for.
        .testTarget(
            name: "HealthKitAppTests",
            dependencies: ["HealthKit", "CoreLocation", "HearthTesting"],
            swiftSettings: [.treatAllWarnings(as: .error), .swiftLanguageMode(.v5)]
        ),
        // What the documentation says: programs that see HealthKit and Core Location, and nothing of Hearth.
        .testTarget(
            name: "HealthKitTests",
            dependencies: ["HealthKit", "CoreLocation", "HearthTesting", "HearthTestSupport", "HeartLog", "hearth"],
            swiftSettings: swiftSettings
        ),
    ]
    package.products += [
        .library(name: "HealthKit", targets: ["HealthKit"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
    ]
#endif

// What looks for planted bugs is built again after each of them, and other tests are left out.
if let chosen = Context.environment["HEARTH_TEST_TARGETS"] {
    let names = chosen.split(separator: ",").map(String.init)
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
