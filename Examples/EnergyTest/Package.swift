// swift-tools-version: 6.1
import PackageDescription

// A package of your own would name the repository by the URL that you cloned it from:
//   .package(url: "https://...", branch: "main", traits: [])
let geojoule = Target.Dependency.product(name: "GeoJoule", package: "GeoJoule")

let package = Package(
  name: "EnergyTest",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "GeoJoule", path: "../..")],
  targets: [
    .target(name: "TripLogger", dependencies: [geojoule]),
    .testTarget(name: "TripLoggerTests", dependencies: ["TripLogger", geojoule]),
  ]
)
