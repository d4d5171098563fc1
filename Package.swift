// swift-tools-version: 6.2
import PackageDescription

// One list of settings for every Swift target.
let settings: [SwiftSetting] = [
    // An async function runs where its caller runs unless it says otherwise; `next(isolation:)` needs it.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // An import is an implementation detail unless it is marked `public`.
    .enableUpcomingFeature("InternalImportsByDefault"),
    // A file sees only the members of modules that it imports itself.
    .enableUpcomingFeature("MemberImportVisibility"),
    // Every use of an unsafe construct is marked `unsafe` where it happens.
    .strictMemorySafety(),
]

let package = Package(
    name: "Curlew",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Curlew", targets: ["Curlew"]),
        .library(name: "CurlewTransport", targets: ["CurlewTransport"]),
        .library(name: "CurlewLibcurl", targets: ["CurlewLibcurl"]),
        .library(name: "CurlewURLSession", targets: ["CurlewURLSession"]),
        .library(name: "CurlewTesting", targets: ["CurlewTesting"]),
        .library(name: "CurlewSwiftTesting", targets: ["CurlewSwiftTesting"]),
        .library(name: "CurlewConformance", targets: ["CurlewConformance"]),
        .executable(name: "curlew", targets: ["CurlewCLI"]),
        .executable(name: "curlew-probe", targets: ["CurlewProbe"]),
    ],
    targets: [
        .systemLibrary(
            name: "CCurl",
            path: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        .target(name: "CurlewTransport"),
        .target(name: "Curlew", dependencies: ["CurlewTransport"]),
        .target(name: "CurlewLibcurl", dependencies: ["CCurl", "CurlewTransport"]),
        .target(name: "CurlewURLSession", dependencies: ["CurlewTransport"]),
        .target(name: "CurlewTesting", dependencies: ["Curlew", "CurlewTransport"]),
        // Of its own, since it links Swift Testing, which the programs that use CurlewTesting need not.
        .target(name: "CurlewSwiftTesting", dependencies: ["CurlewTesting"]),
        .target(name: "CurlewConformance", dependencies: ["CurlewTransport", "Curlew", "CurlewTesting"]),
        // The two transports by name, for the command and for tests; no product.
        .target(
            name: "ShippedTransports",
            dependencies: ["CurlewTransport", "CurlewLibcurl", "CurlewURLSession", "CurlewConformance"]),
        // What the programs share: tables of text, and the signals that end them; no product.
        .target(name: "CommandSupport"),
        .executableTarget(
            name: "CurlewCLI",
            dependencies: [
                "Curlew", "CurlewConformance", "CurlewTesting", "CommandSupport", "ShippedTransports",
            ]
        ),
        .executableTarget(name: "CurlewProbe", dependencies: ["Curlew", "CurlewLibcurl", "CommandSupport"]),
        .target(
            name: "PlainLoop",
            dependencies: ["CCurl"],
            path: "Benchmarks/PlainLoop"
        ),
        .executableTarget(
            name: "curlew-bench",
            dependencies: [
                "Curlew", "CurlewLibcurl", "CurlewURLSession", "CurlewTesting", "CurlewConformance",
                "CommandSupport",
                "PlainLoop",
            ],
            path: "Benchmarks/CurlewBench"
        ),
        .target(name: "TestSupport", dependencies: ["CurlewTransport"], path: "Tests/TestSupport"),
        .testTarget(name: "CurlewTransportTests", dependencies: ["CurlewTransport", "TestSupport"]),
        .testTarget(
            name: "CurlewTests",
            dependencies: ["CurlewTransport", "Curlew", "CurlewTesting", "CurlewConformance", "TestSupport"]),
        .testTarget(
            name: "CurlewLibcurlTests",
            dependencies: ["CCurl", "Curlew", "CurlewLibcurl", "CurlewTesting", "TestSupport"]),
        .testTarget(
            name: "CurlewURLSessionTests",
            dependencies: ["Curlew", "CurlewURLSession", "CurlewTesting", "TestSupport"]),
        // Compiles and runs the samples of the README.
        .testTarget(
            name: "ReadmeTests",
            dependencies: [
                "Curlew", "CurlewLibcurl", "CurlewURLSession", "CurlewTesting", "CurlewSwiftTesting",
            ]),
        .testTarget(
            name: "CurlewTestingTests",
            dependencies: ["CurlewTransport", "Curlew", "CurlewLibcurl", "CurlewTesting"]),
        .testTarget(
            name: "CurlewCLITests",
            dependencies: [
                "Curlew", "CurlewTesting", "CurlewConformance", "CommandSupport", "CurlewCLI",
                "ShippedTransports", "TestSupport",
            ]),
        .testTarget(
            name: "CurlewProbeTests", dependencies: ["Curlew", "CurlewTesting", "CurlewProbe", "TestSupport"]),
        // Runs the compiler on the files of these folders, with the settings of other packages.
        .testTarget(
            name: "CompilerTests",
            dependencies: ["Curlew", "CurlewLibcurl", "CurlewURLSession", "CurlewTesting", "TestSupport"],
            exclude: [
                "UserCode", "MainActorCode", "HTTPTypesCode", "HTTPTypesStandIn", "KnownFaults",
            ]
        ),
        .testTarget(name: "CommandSupportTests", dependencies: ["CommandSupport"]),
        // Runs the benchmark as a program.
        .testTarget(name: "CurlewBenchTests", dependencies: ["CurlewTesting", "curlew-bench"]),
        .testTarget(
            name: "TransportConformanceTests",
            dependencies: [
                "Curlew", "CurlewLibcurl", "CurlewTesting", "CurlewConformance", "ShippedTransports",
            ]),
        // These three see only what is public, as another package does.
        .testTarget(
            name: "TestingSampleTests", dependencies: ["Curlew", "CurlewLibcurl", "CurlewTesting"],
            packageAccess: false),
        .testTarget(
            name: "CurlewSwiftTestingTests",
            dependencies: ["Curlew", "CurlewLibcurl", "CurlewTesting", "CurlewSwiftTesting"],
            packageAccess: false),
        .testTarget(
            name: "TransportAuthorTests",
            dependencies: ["CurlewTransport", "CurlewLibcurl", "CurlewConformance"],
            packageAccess: false
        ),
        .testTarget(
            name: "PeerTests",
            dependencies: [
                "Curlew", "CurlewLibcurl", "CurlewURLSession", "CurlewTesting", "CurlewCLI", "curlew-bench",
                "TestSupport",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system && target.name != "PlainLoop" {
    target.swiftSettings = settings
}
