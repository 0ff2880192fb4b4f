import DeviceModel
import FileFormats
import LocationServices
import Strategies

/// Settings of a position stream of Flutter's `geolocator` (sources C7 [S98]): `LocationSettings` on either system,
/// `AndroidSettings` and `AppleSettings` on their own.
enum Geolocator {
  /// From coarse to fine.
  private static let words = ["lowest", "low", "medium", "high", "best", "bestForNavigation"].map {
    "LocationAccuracy.\($0)"
  }

  static let sdk = SDKConfiguration(
    name: "geolocator",
    marks: ["LocationSettings(", "AndroidSettings(", "AppleSettings(", "WebSettings(", "LocationAccuracy."],
    modelled: modelled, others: others,
    answers: [
      .init("desired_accuracy", "accuracy", SDKConfiguration.accuracies(words)),
      .init(
        "priority", "accuracy",
        ["high_accuracy": words[4], "balanced": words[2], "low_power": words[1], "passive": words[0]]),
      .init("distance_filter", "distanceFilter", per: 1), .init("min_distance", "distanceFilter", per: 1),
      .init("interval", "intervalDuration", duration),
      .init("activity_type", "activityType", SDKConfiguration.activities("ActivityType.")),
      .init("pauses_automatically", "pauseLocationUpdatesAutomatically"),
      .init("allows_background", "allowBackgroundLocationUpdates"),
    ],
    strategy: { options throws(InputError) in try strategy(&options) })

  private static func duration(_ value: StrategyValue) -> String? {
    guard case .time(let seconds) = value, seconds.isFinite else { return nil }
    return "const Duration(milliseconds: \(Int((seconds * 1000).rounded())))"
  }

  private static let modelled = [
    "accuracy", "distanceFilter", "intervalDuration", "foregroundNotificationConfig", "activityType",
    "pauseLocationUpdatesAutomatically", "allowBackgroundLocationUpdates",
  ]
  private static let others = [
    "timeLimit", "forceLocationManager", "useMSLAltitude", "showBackgroundLocationIndicator",
  ]

  private static func strategy(_ options: inout SDKOptions) throws(InputError) -> SDKStrategy {
    let system: Platform
    switch options.constructor {
    case "AndroidSettings":
      system = options.system.flatMap { $0.isAndroid ? $0 : nil } ?? .today(on: .android)
    case "AppleSettings":
      system = options.system.flatMap { $0.isAndroid ? nil : $0 } ?? .today(on: .ios)
    case "WebSettings":
      throw options.object.error(
        "these settings are for browsers, which are not modelled", remedy: "paste AndroidSettings or AppleSettings")
    default: system = try options.neededSystem()
    }
    options.ignore(others)
    let distance = try options.number("distanceFilter", in: 0...1_000_000) ?? 0
    if system.isAndroid {
      options.ignore(
        ["activityType", "pauseLocationUpdatesAutomatically", "allowBackgroundLocationUpdates"], because: "iOS only")
      let priority =
        try options.word(
          "accuracy",
          [
            "lowest": "passive", "low": "low_power", "medium": "balanced", "high": "high_accuracy",
            "best": "high_accuracy", "bestForNavigation": "high_accuracy", "reduced": "passive",
          ]) ?? "high_accuracy"
      // The plugin's own interval where none is given.
      let interval = max(0.1, try options.duration("intervalDuration") ?? 5)
      return SDKStrategy(
        kind: "fused", system: system,
        parameters: [
          "priority: \(priority)", "interval: \(CompositeWriter.seconds(interval))",
          "min_distance: \(CompositeWriter.metres(distance))",
          "foreground_service: \(options.has("foregroundNotificationConfig"))",
        ])
    }
    options.ignore(["intervalDuration", "foregroundNotificationConfig"], because: "Android only")
    let accuracy =
      try options.word(
        "accuracy",
        [
          "lowest": "three_kilometers", "low": "kilometer", "medium": "hundred_meters", "high": "nearest_ten_meters",
          "best": "best", "bestForNavigation": "best_for_navigation", "reduced": "reduced",
        ]) ?? "best"
    return SDKStrategy(
      kind: "standard", system: system,
      parameters: [
        "desired_accuracy: \(accuracy)", "distance_filter: \(distance > 0 ? CompositeWriter.metres(distance) : "none")",
        "activity_type: \(try options.activityType())",
        "pauses_automatically: \(try options.flag("pauseLocationUpdatesAutomatically") ?? false)",
        "allows_background: \(try options.flag("allowBackgroundLocationUpdates") ?? true)",
      ])
  }
}
