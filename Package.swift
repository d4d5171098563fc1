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
        .library(name: "CurlewLibcurl", targets: ["CurlewLibcurl"]),
        .library(name: "CurlewURLSession", targets: ["CurlewURLSession"]),
        .library(name: "CurlewTesting", targets: ["CurlewTesting"]),
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
        .target(name: "Curlew"),
        .target(name: "CurlewLibcurl", dependencies: ["CCurl", "Curlew"]),
        .target(name: "CurlewURLSession", dependencies: ["Curlew"]),
        .target(name: "CurlewTesting", dependencies: ["Curlew"]),
        // What the programs print; no product.
        .target(name: "CurlewText"),
        .executableTarget(
            name: "CurlewCLI",
            dependencies: ["Curlew", "CurlewLibcurl", "CurlewURLSession", "CurlewTesting", "CurlewText"]
        ),
        .executableTarget(name: "CurlewProbe", dependencies: ["Curlew", "CurlewLibcurl"]),
        .target(
            name: "PlainLoop",
            dependencies: ["CCurl"],
            path: "Benchmarks/PlainLoop"
        ),
        .executableTarget(
            name: "curlew-bench",
            dependencies: [
                "Curlew", "CurlewLibcurl", "CurlewURLSession", "CurlewTesting", "CurlewText", "PlainLoop",
            ],
            path: "Benchmarks/CurlewBench"
        ),
        .testTarget(name: "CurlewTests", dependencies: ["Curlew", "CurlewTesting"]),
        .testTarget(name: "CurlewLibcurlTests", dependencies: ["Curlew", "CurlewLibcurl", "CurlewTesting"]),
        .testTarget(
            name: "CurlewURLSessionTests",
            dependencies: ["Curlew", "CurlewURLSession", "CurlewTesting", "curlew-bench"]),
        .testTarget(name: "CurlewTestingTests", dependencies: ["Curlew", "CurlewTesting"]),
        .testTarget(
            name: "CurlewCLITests",
            dependencies: ["Curlew", "CurlewTesting", "CurlewText", "CurlewCLI", "CurlewProbe"]),
        .testTarget(
            name: "TransportConformanceTests",
            dependencies: ["Curlew", "CurlewLibcurl", "CurlewTesting", "CurlewCLI"]
        ),
        // Sees only what is public, as another package does.
        .testTarget(
            name: "TransportAuthorTests",
            dependencies: ["Curlew", "CurlewLibcurl", "CurlewTesting"],
            packageAccess: false
        ),
        .testTarget(
            name: "PeerTests",
            dependencies: [
                "Curlew", "CurlewLibcurl", "CurlewURLSession", "CurlewTesting", "CurlewCLI", "curlew-bench",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system && target.name != "PlainLoop" {
    target.swiftSettings = settings
}
