// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let real = Target.Dependency.product(name: "RealModule", package: "swift-numerics")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

// The rooms of the house, in the order in which they may import each other.
let model: [Target.Dependency] = ["Quantities", "EventKernel", "DeviceModel", "World"]
let phone: [Target.Dependency] = model + ["Positioning", "LocationServices", "Strategies", "Simulation"]

let package = Package(
  name: "GeoJoule",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "GeoJoule", targets: ["GeoJoule"]),
    .executable(name: "geojoule", targets: ["GeoJouleCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    .target(name: "Quantities", swiftSettings: strict),
    .target(name: "EventKernel", dependencies: ["Quantities", real], swiftSettings: strict),
    .target(name: "DeviceModel", dependencies: ["Quantities", "EventKernel", real], swiftSettings: strict),
    .target(name: "World", dependencies: ["Quantities", "EventKernel", real], swiftSettings: strict),
    .target(name: "Positioning", dependencies: model + [real], swiftSettings: strict),
    .target(name: "LocationServices", dependencies: model, swiftSettings: strict),
    .target(name: "Strategies", dependencies: ["LocationServices"], swiftSettings: strict),
    .target(name: "Simulation", dependencies: model + ["Positioning", "LocationServices"], swiftSettings: strict),
    .target(
      name: "Analysis", dependencies: ["Quantities", "DeviceModel", "World", "Simulation", real],
      swiftSettings: strict),
    .executableTarget(name: "CatalogEmbedder", swiftSettings: strict),
    .plugin(name: "EmbedCatalog", capability: .buildTool(), dependencies: ["CatalogEmbedder"]),
    .target(name: "EmbeddedCatalog", exclude: ["profiles"], swiftSettings: strict, plugins: ["EmbedCatalog"]),
    .target(
      name: "FileFormats",
      dependencies: [
        "Quantities", "EventKernel", "DeviceModel", "World", "LocationServices", "Strategies", "EmbeddedCatalog", yams,
      ],
      swiftSettings: strict),
    .target(
      name: "Reports",
      dependencies: ["Quantities", "DeviceModel", "World", "Simulation", "Analysis", mustache, real],
      swiftSettings: strict),
    .target(name: "GeoJoule", dependencies: phone + ["Analysis"], swiftSettings: strict),
    .executableTarget(name: "Probe", dependencies: ["GeoJoule", "FileFormats"]),
  ]
)
