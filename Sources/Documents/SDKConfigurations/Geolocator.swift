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
    marks: ["LocationSettings(", "AndroidSettings(", "AppleSettings(", "WebSettings(", "LocationAccuracy."],
    calls: ["getPositionStream"], callOnce: "getCurrentPosition",
    constructors: [
      "AndroidSettings": [.android], "AppleSettings": [.ios], "LocationSettings": [.android, .ios], "WebSettings": [],
    ],
    keys: SDKConfiguration.Keys(
      both: "accuracy desiredAccuracy distanceFilter",
      android: "intervalDuration timeInterval foregroundNotificationConfig",
      ios: "activityType pauseLocationUpdatesAutomatically allowBackgroundLocationUpdates",
      once: "accuracy desiredAccuracy intervalDuration timeInterval timeLimit",
      others: """
        timeLimit forceLocationManager forceAndroidLocationManager useMSLAltitude showBackgroundLocationIndicator
        """),
    answers: [
      .init("desired_accuracy", "accuracy", words),
      .init("priority", "accuracy", [words[4], words[2], words[1], words[0]]),
      .init("distance_filter", "distanceFilter", per: 1), .init("min_distance", "distanceFilter", per: 1),
      .init("interval", "intervalDuration", per: 1e-3) { "const Duration(milliseconds: \($0))" },
      .init("activity_type", "activityType", ActivityType.allCases.map { "ActivityType.\($0)" }),
      .init("pauses_automatically", "pauseLocationUpdatesAutomatically"),
      .init("allows_background", "allowBackgroundLocationUpdates"),
    ], hasWholeNumbers: true,
    strategy: { options throws(InputError) in try strategy(&options) })

  private static func strategy(_ options: inout SDKOptions) throws(InputError) -> SDKStrategy {
    let distance = try options.number("distanceFilter", in: 0...1_000_000) ?? 0
    let names = accuracies.map(\.0)
    // Older versions take the accuracy in the call for one position.
    let numbers = [0, 1, 2, 3, 4, 5, 6.0]
    let ofCall = try options.choice("desiredAccuracy", names, numbers: numbers)
    let accuracy = accuracies[try options.choice("accuracy", names, numbers: numbers) ?? ofCall ?? 4]
    // Older versions have milliseconds. The plugin's own interval where none is given.
    let older = try options.number("timeInterval", in: 0...86_400_000).map { $0 / 1000 }
    let interval = try options.duration("intervalDuration") ?? older ?? 5
    if options.use == .onePosition {
      return .one(
        onAndroid: options.isAndroid, accuracy.2, accuracy.1, interval: interval,
        limit: try options.duration("timeLimit"))
    }
    if options.isAndroid {
      let request = SDKStrategy.request(accuracy.1, interval: interval, distance: distance)
      let notification = try? options.value("foregroundNotificationConfig")?.mapping()
      guard try notification?.peek("enableWakeLock")?.bool() ?? false else {
        return SDKStrategy(
          kind: "fused",
          parameters: request + ["foreground_service: \(try options.isGiven("foregroundNotificationConfig"))"])
      }
      // The service holds a wake lock for as long as it runs.
      let enter = ["begin_foreground_service", "acquire_wake_lock", "request: {\(request.joined(separator: ", "))}"]
      return SDKStrategy(
        kind: "composite", rest: "states:\n" + SDKStrategy.state("updating", enter: enter))
    }
    return .standard(
      accuracy.2, distance: distance, try options.activityType(),
      pauses: try options.flag("pauseLocationUpdatesAutomatically") ?? false,
      allows: try options.flag("allowBackgroundLocationUpdates") ?? true)
  }
}
