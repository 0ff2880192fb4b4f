import FileFormats
import LocationServices

/// Options of `startLocationUpdatesAsync` of Expo's `expo-location`: positions for a background task (sources C7 [S97]); those of
/// `getCurrentPositionAsync` give one position, those of `watchPositionAsync` positions while the app is on the screen.
/// Its deferred updates gather positions that the system has delivered already: Apple's deferral has no part in them.
enum ExpoLocation {
  static let sdk = SDKConfiguration(
    name: "expo-location",
    marks: ["Location.Accuracy.", "distanceInterval", "startLocationUpdatesAsync", "getCurrentPositionAsync"],
    calls: ["startLocationUpdatesAsync"], callInUse: "watchPositionAsync", callOnce: "getCurrentPositionAsync",
    keys: SDKConfiguration.Keys(
      both: "accuracy distanceInterval", android: "timeInterval foregroundService",
      ios: "activityType pausesUpdatesAutomatically", once: "accuracy timeInterval",
      others: """
        deferredUpdatesDistance deferredUpdatesInterval deferredUpdatesTimeout mayShowUserSettingsDialog
        showsBackgroundLocationIndicator
        """),
    answers: [
      .init("desired_accuracy", "accuracy", words),
      .init("priority", "accuracy", [words[4], words[2], words[0]]),
      .init("distance_filter", "distanceInterval", per: 1), .init("min_distance", "distanceInterval", per: 1),
      .init("interval", "timeInterval", per: 1e-3),
      .init("activity_type", "activityType", activities),
      .init("pauses_automatically", "pausesUpdatesAutomatically"),
    ],
    strategy: { options throws(InputError) in try strategy(&options) })

  private static let activities = ActivityType.allCases.map { activity in
    "Location.ActivityType.\("\(activity)".prefix(1).uppercased())\("\(activity)".dropFirst())"
  }

  /// An accuracy on each system. On Android it has an interval and a distance of its own, where none is given.
  private static let accuracies:
    [(word: String, apple: String, priority: String, milliseconds: Double, metres: Double)] = [
      ("Lowest", "three_kilometers", "low_power", 10_000, 3000), ("Low", "kilometer", "balanced", 5000, 1000),
      ("Balanced", "hundred_meters", "balanced", 3000, 100), ("High", "nearest_ten_meters", "high_accuracy", 2000, 50),
      ("Highest", "best", "high_accuracy", 1000, 25),
      ("BestForNavigation", "best_for_navigation", "high_accuracy", 500, 0),
    ]

  private static let words = accuracies.map { "Location.Accuracy.\($0.word)" }

  private static func strategy(_ options: inout SDKOptions) throws(InputError) -> SDKStrategy {
    let numbers = [1, 2, 3, 4, 5, 6.0]
    let accuracy = accuracies[try options.choice("accuracy", accuracies.map(\.word), numbers: numbers) ?? 2]
    let distance = try options.number("distanceInterval", in: 0...1_000_000)
    let interval = try options.number("timeInterval", in: 0...86_400_000)
    if options.use == .onePosition {
      // A position that is no older than the interval is taken in place of a new one.
      return .one(
        onAndroid: options.isAndroid, accuracy.apple, accuracy.priority,
        interval: (interval ?? accuracy.milliseconds) / 1000, limit: 30)
    }
    let isInUse = options.use == .updatesInUse
    var strategy: SDKStrategy
    if options.isAndroid {
      let serves = try options.isGiven("foregroundService")
      if !serves, !isInUse {
        options.notes.append("few positions behind the screen without a foregroundService")
      }
      let more = ["delivery: pending_intent", "foreground_service: \(serves)"]
      strategy = SDKStrategy(
        kind: "fused",
        parameters: SDKStrategy.request(
          accuracy.priority, interval: (interval ?? accuracy.milliseconds) / 1000,
          distance: distance ?? accuracy.metres, more: isInUse ? ["foreground_service: false"] : more))
    } else {
      strategy = .standard(
        accuracy.apple, distance: distance ?? 0, try options.activityType(),
        pauses: try options.flag("pausesUpdatesAutomatically") ?? false, allows: !isInUse)
    }
    if isInUse { (strategy.use, strategy.rest) = ("live", "authorization: when_in_use\n") }
    return strategy
  }
}
