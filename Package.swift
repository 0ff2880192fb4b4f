// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let real = Target.Dependency.product(name: "RealModule", package: "swift-numerics")

let package = Package(
  name: "GeoJoule",
  platforms: [.macOS(.v15)],
  products: [],
  dependencies: [
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
  ],
  targets: [
    .target(name: "Quantities", swiftSettings: strict),
    .target(name: "EventKernel", dependencies: ["Quantities", real], swiftSettings: strict),
    .target(name: "DeviceModel", dependencies: ["Quantities", "EventKernel", real], swiftSettings: strict),
    .target(name: "World", dependencies: ["Quantities", "EventKernel", real], swiftSettings: strict),
    .target(
      name: "Positioning", dependencies: ["Quantities", "EventKernel", "DeviceModel", "World", real],
      swiftSettings: strict),
    .target(
      name: "LocationServices", dependencies: ["Quantities", "EventKernel", "DeviceModel", "World"],
      swiftSettings: strict),
    .target(name: "Strategies", dependencies: ["LocationServices"], swiftSettings: strict),
    .target(
      name: "Simulation",
      dependencies: ["Quantities", "EventKernel", "DeviceModel", "World", "Positioning", "LocationServices"],
      swiftSettings: strict),
  ]
)
