// swift-tools-version: 6.1
import PackageDescription

// A package of your own would name the repository by the URL that you cloned it from:
//   .package(url: "https://...", branch: "main", traits: [])
let package = Package(
  name: "AppSource",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "GeoJoule", path: "../..", traits: [])],
  targets: [
    // In an app's repository this folder would be a link to the app's own: Sources/Trackers -> ../../App/Location
    .target(name: "Trackers", dependencies: [.product(name: "GeoJouleCoreLocation", package: "GeoJoule")]),
    .testTarget(
      name: "TrackersTests", dependencies: ["Trackers", .product(name: "GeoJouleTesting", package: "GeoJoule")]),
  ]
)
