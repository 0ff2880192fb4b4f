import FileFormats
import LocationServices

/// Settings of Traccar Client 10, as a URL's query or an object (sources C7 [S101]). It rests on Transistor's background
/// geolocation, without elasticity; of its positions it sends those that `distance`, `interval` or `angle` keep, at once.
enum TraccarClient {
  static let sdk = SDKConfiguration(
    name: "Traccar Client", marks: ["stop_detection", "fastest_interval", "accuracy=", "traccar"],
    modelled: modelled, others: others,
    answers: [
      .init("desired_accuracy", "accuracy", words), .init("priority", "accuracy", words),
      .init("distance_filter", "distance", per: 1), .init("interval", "interval", per: 1),
    ],
    strategy: { options throws(InputError) in try strategy(&options) })

  private static let words = ["'high'", "'medium'", "'highest'"]
  private static let modelled = [
    "accuracy", "distance", "interval", "fastest_interval", "stop_detection", "wakelock", "heartbeat",
  ]
  private static let others = ["id", "url", "angle", "buffer", "service", "startTime", "stopTime"]

  private static func strategy(_ options: inout SDKOptions) throws(InputError) -> SDKStrategy {
    let system = try options.neededSystem()
    let isAndroid = system.isAndroid
    let word = try options.word("accuracy", ["highest": "-2", "high": "-1", "medium": "10", "low": "100"]) ?? "10"
    let isHighest = word == "-2"
    let distance = try options.number("distance", in: 0...1_000_000) ?? 75
    let interval = try options.number("interval", in: 0...86_400) ?? 300
    let fastest = try options.number("fastest_interval", in: 0...86_400) ?? 30
    let detectsStops = try options.flag("stop_detection") ?? true

    var settings = TransistorGeolocation.Settings()
    // Its highest accuracy is iOS's for navigation, and takes every position.
    settings.accuracy = isHighest && isAndroid ? -1 : Double(word) ?? 10
    settings.distance = isHighest ? 0 : distance
    settings.interval = isHighest || interval == 0 ? 1 : interval
    settings.fastest = isHighest ? nil : fastest
    settings.elasticity = nil
    settings.pauses = detectsStops && !isHighest
    settings.detectsStops = detectsStops && (isAndroid || !isHighest)
    settings.heartbeat = try options.number("heartbeat", in: 0...86_400).flatMap { $0 > 0 ? $0 : nil }
    settings.locatesAtHeartbeat = true
    settings.holdsWakeLock = try options.flag("wakelock") ?? false && isAndroid
    if isHighest, distance > 0 {
      settings.keeps = CompositeWriter.metres(distance)
      options.ignore(["interval", "fastest_interval"], because: "not modelled beside the highest accuracy")
    } else {
      // A position is kept after this time at the soonest.
      let pause = distance > 0 ? fastest : max(interval, isHighest ? 0 : fastest)
      settings.upload = pause > 0 ? "batch_interval: \(CompositeWriter.seconds(max(1, pause)))" : "batch_count: 1"
    }
    if !isHighest, distance > 0 { options.ignore(["interval"], because: "beside a distance without effect") }
    options.ignore(others)
    if !isAndroid { options.ignore(["wakelock"], because: "Android only") }
    return TransistorGeolocation.strategy(settings, on: system, &options)
  }
}
