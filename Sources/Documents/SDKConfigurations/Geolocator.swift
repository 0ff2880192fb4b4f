import DeviceModel
import FileFormats
import LocationServices

/// Settings of a position stream of Flutter's `geolocator` (sources C7 [S98]): `LocationSettings` on either system,
/// `AndroidSettings` and `AppleSettings` on their own.
enum Geolocator {
  /// From coarse to fine, and what each is on Android and on iOS.
  private static let accuracies = [
    ("lowest", "passive", "three_kilometers"), ("low", "low_power", "kilometer"),
    ("medium", "balanced", "hundred_meters"), ("high", "high_accuracy", "nearest_ten_meters"),
    ("best", "high_accuracy", "best"), ("bestForNavigation", "high_accuracy", "best_for_navigation"),
    ("reduced", "passive", "reduced"),
  ]
  private static let words = accuracies.map { "LocationAccuracy.\($0.0)" }

  static let sdk = SDKConfiguration(
    name: "geolocator",
    marks: [
      "LocationSettings(", "AndroidSettings(", "AppleSettings(", "WebSettings(", "LocationAccuracy.",
      "Geolocator.getCurrentPosition(",
    ],
    constructors: ("AndroidSettings", "AppleSettings"), calls: ("getCurrentPosition", ["getPositionStream"]),
    modelled: modelled, others: others,
    answers: [
      .init("desired_accuracy", "accuracy", words),
      .init("priority", "accuracy", [words[4], words[2], words[1], words[0]]),
      .init("distance_filter", "distanceFilter", per: 1), .init("min_distance", "distanceFilter", per: 1),
      .init("interval", "intervalDuration", per: 1e-3) { "const Duration(milliseconds: \($0))" },
      .init("activity_type", "activityType", activities),
      .init("pauses_automatically", "pauseLocationUpdatesAutomatically"),
      .init("allows_background", "allowBackgroundLocationUpdates"),
    ],
    strategy: { options throws(InputError) in try strategy(&options) })

  /// Dart begins its names in lower case.
  private static let activities = SDKConfiguration.activities.map { activity in
    "ActivityType.\(activity.theirs.prefix(1).lowercased())\(activity.theirs.dropFirst())"
  }

  private static let modelled = [
    "accuracy", "desiredAccuracy", "distanceFilter", "intervalDuration", "foregroundNotificationConfig", "activityType",
    "pauseLocationUpdatesAutomatically", "allowBackgroundLocationUpdates",
  ]
  private static let others = [
    "timeLimit", "forceLocationManager", "forceAndroidLocationManager", "useMSLAltitude",
    "showBackgroundLocationIndicator",
  ]

  private static func strategy(_ options: inout SDKOptions) throws(InputError) -> SDKStrategy {
    let system = try system(of: options)
    let distance = try options.number("distanceFilter", in: 0...1_000_000) ?? 0
    let names = accuracies.map(\.0)
    // Older versions take the accuracy in the call for one position.
    let older = try options.place("desiredAccuracy", among: names)
    let accuracy = accuracies[try options.place("accuracy", among: names) ?? older ?? 4]
    // The plugin's own interval where none is given.
    let interval = try options.duration("intervalDuration") ?? 5
    if options.isForOne {
      let used = ["accuracy", "desiredAccuracy"] + (system.isAndroid ? ["intervalDuration", "timeLimit"] : [])
      options.ignore(modelled.filter { !used.contains($0) }, because: "of updates only")
      options.ignore(others.filter { !used.contains($0) })
      return .one(on: system, accuracy.2, accuracy.1, interval: interval, limit: try options.duration("timeLimit"))
    }
    options.ignore(others)
    if system.isAndroid {
      options.ignore(
        ["activityType", "pauseLocationUpdatesAutomatically", "allowBackgroundLocationUpdates"], because: "iOS only")
      let request = SDKStrategy.request(accuracy.1, interval: interval, distance: distance)
      guard try options.inside("foregroundNotificationConfig")?.peek("enableWakeLock")?.bool() ?? false else {
        return SDKStrategy(
          kind: "fused", system: system,
          parameters: request + ["foreground_service: \(options.has("foregroundNotificationConfig"))"])
      }
      // The service holds a wake lock for as long as it runs.
      let enter = ["begin_foreground_service", "acquire_wake_lock", "request: {\(request.joined(separator: ", "))}"]
      return SDKStrategy(
        kind: "composite", system: system, rest: "states:\n" + SDKStrategy.state("updating", enter: enter))
    }
    options.ignore(["intervalDuration", "foregroundNotificationConfig"], because: "Android only")
    return .standard(
      on: system, accuracy.2, distance: distance, try options.activityType(),
      pauses: try options.flag("pauseLocationUpdatesAutomatically") ?? false,
      allows: try options.flag("allowBackgroundLocationUpdates") ?? true)
  }

  /// The system that the constructor is for, in the version that was asked for.
  private static func system(of options: SDKOptions) throws(InputError) -> Platform {
    let name = options.constructor ?? ""
    switch name {
    case "AndroidSettings", "AppleSettings":
      let system = options.system ?? .today(on: name == "AndroidSettings" ? .android : .ios)
      if system.isAndroid == (name == "AndroidSettings") { return system }
      throw options.object.error("\(name) are not for \(system.name)", remedy: "name another --system, or leave it out")
    case "WebSettings":
      throw options.object.error(
        "these settings are for browsers, which are not modelled", remedy: "paste AndroidSettings or AppleSettings")
    default: return try options.neededSystem()
    }
  }
}
