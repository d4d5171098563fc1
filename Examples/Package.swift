// swift-tools-version: 6.2
import PackageDescription

let curlew: [Target.Dependency] = [
    .product(name: "Curlew", package: "curlew"), .product(name: "CurlewLibcurl", package: "curlew"),
]

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "curlew", path: "..")],
    targets: [
        // An SDK for an API like GitHub's, a program that uses it, and its tests.
        .target(name: "HubKit", dependencies: [.product(name: "Curlew", package: "curlew")]),
        .executableTarget(name: "hub", dependencies: ["HubKit"] + curlew),
        .testTarget(
            name: "HubKitTests",
            dependencies: ["HubKit", .product(name: "CurlewTesting", package: "curlew")]),
        // Checks URLs, 16 at a time.
        .executableTarget(name: "monitor", dependencies: curlew),
        // Prints a language model's reply as it is written.
        .executableTarget(name: "chat", dependencies: curlew),
        // Downloads a file with resumption and a checksum, and uploads it in parts.
        .executableTarget(name: "mover", dependencies: curlew),
    ]
)
