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
  ]
)
