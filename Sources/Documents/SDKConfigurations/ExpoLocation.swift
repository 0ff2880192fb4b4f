import FileFormats
import LocationServices

/// Options of `startLocationUpdatesAsync` of Expo's `expo-location`: positions for a background task (sources C7 [S97]); those of
/// `getCurrentPositionAsync` give one position.
///
/// Its deferred updates gather positions that the system has delivered already: Apple's deferral has no part in them.
enum ExpoLocation {
  static let sdk = SDKConfiguration(
    name: "expo-location",
    marks: ["Location.Accuracy.", "distanceInterval", "startLocationUpdatesAsync", "getCurrentPositionAsync"],
    calls: ("getCurrentPositionAsync", ["startLocationUpdatesAsync", "watchPositionAsync"]), modelled: modelled,
    others: others,
    answers: [
      .init("desired_accuracy", "accuracy", words),
      .init("priority", "accuracy", [words[4], words[2], words[0]]),
      .init("distance_filter", "distanceInterval", per: 1), .init("min_distance", "distanceInterval", per: 1),
      .init("interval", "timeInterval", per: 1e-3),
      .init("activity_type", "activityType", SDKConfiguration.activities.map { "Location.ActivityType.\($0.theirs)" }),
      .init("pauses_automatically", "pausesUpdatesAutomatically"),
    ],
    strategy: { options throws(InputError) in try strategy(&options) })

  private static let modelled = [
    "accuracy", "distanceInterval", "timeInterval", "activityType", "pausesUpdatesAutomatically", "foregroundService",
  ]
  private static let others = [
    "deferredUpdatesDistance", "deferredUpdatesInterval", "deferredUpdatesTimeout", "mayShowUserSettingsDialog",
    "showsBackgroundLocationIndicator",
  ]

  /// An accuracy on each system. On Android it has an interval and a distance of its own, where none is given.
  private struct Accuracy {
    let word: String
    let apple: String
    let priority: String
    let milliseconds: Double
    let metres: Double
  }

  private static let accuracies = [
    Accuracy(word: "Lowest", apple: "three_kilometers", priority: "low_power", milliseconds: 10_000, metres: 3000),
    Accuracy(word: "Low", apple: "kilometer", priority: "balanced", milliseconds: 5000, metres: 1000),
    Accuracy(word: "Balanced", apple: "hundred_meters", priority: "balanced", milliseconds: 3000, metres: 100),
    Accuracy(word: "High", apple: "nearest_ten_meters", priority: "high_accuracy", milliseconds: 2000, metres: 50),
    Accuracy(word: "Highest", apple: "best", priority: "high_accuracy", milliseconds: 1000, metres: 25),
    Accuracy(
      word: "BestForNavigation", apple: "best_for_navigation", priority: "high_accuracy", milliseconds: 500, metres: 0),
  ]

  private static let words = accuracies.map { "Location.Accuracy.\($0.word)" }

  private static func strategy(_ options: inout SDKOptions) throws(InputError) -> SDKStrategy {
    let system = try options.neededSystem()
    options.ignore(others)
    let accuracy = accuracies[try options.place("accuracy", among: accuracies.map(\.word), from: 1) ?? 2]
    let distance = try options.number("distanceInterval", in: 0...1_000_000)
    let interval = try options.number("timeInterval", in: 0...86_400_000)
    if options.isForOne {
      let used = system.isAndroid ? ["accuracy", "timeInterval"] : ["accuracy"]
      options.ignore(modelled.filter { !used.contains($0) }, because: "of updates only")
      // A position that is no older than the interval is taken in place of a new one.
      return .one(
        on: system, accuracy.apple, accuracy.priority, interval: (interval ?? accuracy.milliseconds) / 1000, limit: 30)
    }
    if system.isAndroid {
      options.ignore(["activityType", "pausesUpdatesAutomatically"], because: "iOS only")
      return SDKStrategy(
        kind: "fused", system: system,
        parameters: SDKStrategy.request(
          accuracy.priority, interval: (interval ?? accuracy.milliseconds) / 1000,
          distance: distance ?? accuracy.metres,
          more: ["delivery: pending_intent", "foreground_service: \(options.has("foregroundService"))"]))
    }
    options.ignore(["timeInterval", "foregroundService"], because: "Android only")
    return .standard(
      on: system, accuracy.apple, distance: distance ?? 0, try options.activityType(),
      pauses: try options.flag("pausesUpdatesAutomatically") ?? false)
  }
}
