import DeviceModel
import FileFormats
import LocationServices

/// Settings of a position stream of Flutter's `geolocator` (sources C7 [S98]): `LocationSettings` on either system,
/// `AndroidSettings` and `AppleSettings` on their own.
enum Geolocator {
  static let modelled = [
    "accuracy", "distanceFilter", "intervalDuration", "foregroundNotificationConfig", "activityType",
    "pauseLocationUpdatesAutomatically", "allowBackgroundLocationUpdates",
  ]
  static let others = ["timeLimit", "forceLocationManager", "useMSLAltitude", "showBackgroundLocationIndicator"]

  static func strategy(_ options: inout SDKOptions) throws(InputError) -> SDKStrategy {
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
