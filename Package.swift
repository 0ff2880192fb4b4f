// swift-tools-version: 6.1
import PackageDescription

// The Makefile asks for a quick build: packages that depend on this one may not use unsafe flags.
let isQuick = Context.environment["GEOJOULE_QUICK_BUILD"] != nil

let common: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// By itself the compiler moves only public code into other modules; what our modules use of each other is `package`. Modules
// whose code no simulation calls in its loops do without: a quarter of their compilation.
// The first `make compare` tells the compiler to optimize nothing, and only what simulates asks for it again: behind the
// driver, which would take the last word of the command line. A first build takes a third less, and a run no longer.
let isFirstLook = Context.environment["GEOJOULE_QUICK_BUILD"] == "first"
// `make quick-test` compiles single files, and optimizes what computes.
let isWork = Context.environment["GEOJOULE_QUICK_BUILD"] == "work"
let simulating = isFirstLook || isWork ? ["-Xfrontend", "-O"] : ["-cross-module-optimization"]
let strict = common + (isQuick ? [.unsafeFlags(simulating)] : [])
let computing = common + (isWork ? [.unsafeFlags(simulating)] : [])

// Optimizing code that writes text, or hands work to the modules above, takes most of a build, and a run gains nothing from it.
let text = common + (isQuick ? [.unsafeFlags(["-Onone"])] : [])

// Tests are compiled as they are written: optimizing them takes most of their build and saves little of their run (34 and 2 s of
// those of fits). No target imports them, so that their interface is not written first.
let tests = common + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]

let real = Target.Dependency.product(name: "RealModule", package: "swift-numerics")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
// A package that uses the libraries alone asks for no traits, and is spared what only the program needs.
let program = TargetDependencyCondition.when(traits: ["Program"])
let arguments = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: program)

// The rooms of the house, in the order in which they may import each other.
let model: [Target.Dependency] = ["Core", "DeviceModel", "World"]
let phone: [Target.Dependency] = model + ["LocationServices", "Strategies", "Simulation"]

// Only `make docs` fetches what makes the documentation.
let documentation: [Package.Dependency] =
  Context.environment["GEOJOULE_DOCS"] == nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

let package = Package(
  name: "GeoJoule",
  // Int128 and Synchronization need these. iOS and watchOS are untested.
  platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11)],
  products: [
    .library(name: "GeoJoule", targets: ["GeoJoule"]),
    .library(name: "GeoJouleCoreLocation", targets: ["GeoJouleCoreLocation"]),
    .library(name: "GeoJouleTesting", targets: ["GeoJouleTesting"]),
    .executable(name: "geojoule", targets: ["GeoJouleProgram"]),
  ],
  traits: [
    .trait(name: "Program", description: "The command-line program, with its options."),
    .default(enabledTraits: ["Program"]),
  ],
  dependencies: [
    // Equal commits give equal bytes: only the program needs the first; a package that uses the libraries may need a mend of the
    // others.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-numerics", .upToNextMinor(from: "1.1.1")),
    .package(url: "https://github.com/jpsim/Yams", .upToNextMinor(from: "6.2.2")),
  ] + documentation,
  targets: [
    .target(name: "Core", dependencies: [real], exclude: ["README.md"], swiftSettings: strict),
    .target(name: "DeviceModel", dependencies: ["Core", real], exclude: ["README.md"], swiftSettings: strict),
    .target(name: "World", dependencies: ["Core", "DeviceModel", real], exclude: ["README.md"], swiftSettings: strict),
    .target(name: "LocationServices", dependencies: model + [real], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Strategies", dependencies: ["DeviceModel", "LocationServices"], exclude: ["README.md"],
      swiftSettings: computing),
    .target(
      name: "Simulation", dependencies: model + ["LocationServices"], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Analysis",
      dependencies: ["Core", "DeviceModel", "World", "LocationServices", "Simulation", real],
      exclude: ["README.md"], swiftSettings: strict),
    .systemLibrary(
      name: "CGSL", path: "Sources/CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"]), .brew(["gsl"])]),
    .target(
      name: "Estimation", dependencies: ["Core", "CGSL", real], exclude: ["README.md"], swiftSettings: computing),
    .systemLibrary(
      name: "CExpat", path: "Sources/CExpat", pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "CLibrary", swiftSettings: strict),
    .executableTarget(name: "CatalogEmbedder", swiftSettings: strict),
    .plugin(name: "EmbedCatalog", capability: .buildTool(), dependencies: ["CatalogEmbedder"]),
    .target(name: "EmbeddedCatalog", exclude: ["profiles"], swiftSettings: strict, plugins: ["EmbedCatalog"]),
    // What phones and other programs write, in the speed that long recordings need.
    .target(
      name: "FileFormats",
      dependencies: ["Core", "DeviceModel", "World", "CExpat", "CLibrary", "CSQLite", "CZlib", yams, real],
      exclude: ["README.md"], swiftSettings: computing),
    .target(
      name: "Documents",
      dependencies: model + ["LocationServices", "Strategies", "Analysis", "EmbeddedCatalog", "FileFormats", real],
      exclude: ["README.md"], resources: [.embedInCode("MeasuredDays/mobilitynet.yml")], swiftSettings: common),
    .target(
      name: "Reports",
      dependencies: ["Core", "DeviceModel", "World", "Simulation", "Analysis", real],
      exclude: ["README.md"],
      resources: ["Page/choice.js", "Page/page.css", "Page/page.js", "glossary.md"].map { .embedInCode($0) },
      swiftSettings: text),
    .target(
      name: "GeoJoule", dependencies: phone + ["Analysis", "FileFormats", "Documents"], exclude: ["README.md"],
      swiftSettings: text),
    .target(
      name: "GeoJouleCoreLocation", dependencies: ["Core", "World", "LocationServices"], exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "GeoJouleTesting",
      dependencies: [
        "Core", "DeviceModel", "World", "LocationServices", "Simulation", "Analysis", "FileFormats", "Documents",
        "GeoJoule",
        "GeoJouleCoreLocation",
      ],
      exclude: ["README.md"], swiftSettings: strict),
    // What measurements tell, as values of profiles and as scores of predictions, with the pages that show it. Links GSL through
    // Estimation; the library GeoJoule does not import it.
    .target(
      name: "Measured",
      dependencies: model + [
        "Strategies", "Simulation", "Analysis", "Estimation", "FileFormats", "Documents", "Reports", "GeoJoule", real,
      ],
      exclude: ["README.md"], swiftSettings: text),
    .target(
      name: "Sweeps",
      dependencies: [
        "DeviceModel", "Analysis", "Estimation", "FileFormats", "Documents", "Reports", "GeoJoule", "Core",
      ],
      exclude: ["README.md"], swiftSettings: text),
    .target(name: "CProgram"),
    .target(
      name: "GeoJouleCLI",
      dependencies: model + [
        "CProgram", "LocationServices", "Strategies", "Simulation", "Analysis", "Estimation", "FileFormats",
        "Documents", "Reports",
        "GeoJoule", "Measured", "Sweeps",
        arguments, real,
      ],
      exclude: ["README.md"],
      resources: ["android-strategy", "budgets", "day", "strategy"].map { .embedInCode("Templates/\($0).yml") },
      swiftSettings: text),
    .executableTarget(name: "GeoJouleProgram", dependencies: ["GeoJouleCLI"], swiftSettings: strict),
    .executableTarget(
      name: "PhoneDayBenchmark", dependencies: ["CLibrary", "DeviceModel", "Core", real],
      path: "Benchmarks/PhoneDay", swiftSettings: strict),
    .executableTarget(
      name: "DayBenchmark",
      dependencies: [
        "CLibrary", "CProgram", "Analysis", "DeviceModel", "FileFormats", "Documents", "GeoJoule", "Core", "Simulation",
        "Strategies", "World",
      ],
      path: "Benchmarks/Days", swiftSettings: strict),
    .executableTarget(
      name: "FitBenchmark", dependencies: ["Estimation"], path: "Benchmarks/Fit", swiftSettings: strict),

    .target(
      name: "FuzzReaders",
      dependencies: ["Core", "DeviceModel", "World", "Analysis", "FileFormats", "Documents"],
      path: "Tests/Fuzz/Readers", swiftSettings: strict),
    .executableTarget(
      name: "ReaderFuzzer", dependencies: ["FuzzReaders"], path: "Tests/Fuzz/Fuzzer", swiftSettings: strict),
    .executableTarget(
      name: "CommandFuzzer", dependencies: ["FuzzReaders", "GeoJouleCLI"], path: "Tests/Fuzz/Commands",
      swiftSettings: text),
    .target(name: "TestSupport", dependencies: ["FileFormats"], path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(name: "CoreTests", dependencies: ["Core", real], swiftSettings: tests),
    .testTarget(
      name: "DeviceModelTests", dependencies: ["DeviceModel", "Core", real], swiftSettings: tests),
    .testTarget(name: "WorldTests", dependencies: model + ["FileFormats", "Documents", real], swiftSettings: tests),
    .testTarget(name: "LocationServicesTests", dependencies: model + ["LocationServices"], swiftSettings: tests),
    .testTarget(
      name: "StrategiesTests", dependencies: model + ["LocationServices", "Strategies"], swiftSettings: tests),
    .testTarget(
      name: "SimulationTests", dependencies: phone + ["Analysis", "FileFormats", "Documents"], swiftSettings: tests),
    .testTarget(
      name: "AnalysisTests", dependencies: model + ["LocationServices", "Analysis", "Simulation", real],
      swiftSettings: tests),
    .testTarget(
      name: "EstimationTests",
      dependencies: ["Core", "Analysis", "CGSL", "Estimation", "TestSupport", real],
      exclude: ["Reference", "StRD"],
      swiftSettings: tests),
    .testTarget(
      name: "FileFormatsTests",
      dependencies: model + ["Analysis", "FileFormats", "Documents", "TestSupport", "FuzzReaders"], swiftSettings: tests
    ),
    .testTarget(
      name: "DocumentsTests",
      dependencies: phone + ["Analysis", "FileFormats", "Documents", "EmbeddedCatalog", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "ReportsTests",
      dependencies: model + ["Reports", "Analysis", "Simulation", "FileFormats", "Documents", "TestSupport"],
      exclude: ["Golden", "Scripts"], swiftSettings: tests),
    .testTarget(
      name: "GeoJouleTests",
      dependencies: [
        "Core", "DeviceModel", "World", "LocationServices", "Analysis", "FileFormats", "Documents", "GeoJoule",
      ],
      swiftSettings: tests),
    // The example of an energy test, compiled as a package beside this one would be: it sees what is public.
    .target(
      name: "TripLogger", dependencies: ["GeoJoule"], path: "Examples/EnergyTest/Sources/TripLogger",
      packageAccess: false),
    .testTarget(
      name: "TripLoggerTests", dependencies: ["TripLogger", "GeoJoule"],
      path: "Examples/EnergyTest/Tests/TripLoggerTests", packageAccess: false),
    // The location files of an app, as Examples/AppSource has them.
    .target(
      name: "ExampleTrackers", dependencies: ["GeoJouleCoreLocation"], path: "Examples/AppSource/Sources/Trackers"),
    .testTarget(
      name: "GeoJouleTestingTests",
      dependencies: [
        "GeoJoule", "FileFormats", "Documents", "GeoJouleCoreLocation", "GeoJouleTesting", "ExampleTrackers",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "MeasuredTests",
      dependencies: model + [
        "Strategies", "Analysis", "Estimation", "FileFormats", "Documents", "Reports", "GeoJoule", "Measured",
        "TestSupport", real,
      ],
      swiftSettings: tests),
    .testTarget(
      name: "SweepsTests",
      dependencies: ["Analysis", "FileFormats", "Documents", "GeoJoule", "Sweeps", "TestSupport"], swiftSettings: tests),
    .testTarget(
      name: "GeoJouleCLITests",
      dependencies: [
        "Core", "DeviceModel", "Estimation", "LocationServices", "Strategies", "GeoJouleCLI", "Analysis", "FileFormats",
        "Documents", "GeoJoule", "Reports",
        "TestSupport", arguments,
      ],
      exclude: ["Fit/Golden", "Golden", "Optimization/Golden", "Sweeps/Golden", "Validate/Golden"],
      swiftSettings: tests),
  ]
)
