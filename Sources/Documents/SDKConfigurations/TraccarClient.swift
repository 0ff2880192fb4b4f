import FileFormats
import LocationServices

/// Settings of Traccar Client 10, as a URL's query or an object (sources C7 [S101]). It rests on Transistor's background
/// geolocation, without elasticity; of its positions it sends those that `distance`, `interval` or `angle` keep, at once.
enum TraccarClient {
  static let sdk = SDKConfiguration(
    name: "Traccar Client", marks: ["stop_detection", "fastest_interval", "accuracy=", "traccar"],
    keys: SDKConfiguration.Keys(
      both: "accuracy distance interval fastest_interval stop_detection heartbeat angle", android: "wakelock",
      others: "id url buffer service startTime stopTime"),
    answers: [
      .init("desired_accuracy", "accuracy", words), .init("priority", "accuracy", words),
      .init("distance_filter", "distance", per: 1), .init("min_distance", "distance", per: 1),
      .init("interval", "interval", per: 1),
    ], hasWholeNumbers: true,
    strategy: { options throws(InputError) in try strategy(&options) })

  private static let words = ["'high'", "'medium'", "'highest'"]

  private static func strategy(_ options: inout SDKOptions) throws(InputError) -> SDKStrategy {
    let accuracies = [-2.0, -1, 10, 100]
    let accuracy = accuracies[try options.choice("accuracy", ["highest", "high", "medium", "low"]) ?? 2]
    let isHighest = accuracy == -2
    let distance = try options.number("distance", in: 0...1_000_000) ?? 75
    let interval = try options.number("interval", in: 0...86_400) ?? 300
    let fastest = try options.number("fastest_interval", in: 0...86_400) ?? 30
    let detectsStops = try options.flag("stop_detection") ?? true
    let heartbeat = try options.number("heartbeat", in: 0...86_400) ?? 0
    // Positions have no course.
    options.ignore(["angle"], because: isHighest ? "not modelled" : "at the highest accuracy only")
    if isHighest, !options.isAndroid {
      let without = "without effect at the highest accuracy"
      options.ignore(["fastest_interval", "stop_detection", "heartbeat"], because: without)
      return .keeping(
        "best_for_navigation", distance: distance > 0 ? distance : interval > 0 ? nil : 0, interval: interval,
        isFromLast: true)
    }

    var program = TransistorProgram(isAndroid: options.isAndroid)
    program.updates.accuracy = max(-1, accuracy)
    program.updates.distance = isHighest ? 0 : distance
    program.updates.interval = isHighest || interval == 0 ? 1 : interval
    program.updates.fastest = isHighest ? nil : fastest
    (program.detectsStops, program.heartbeat) = (detectsStops, heartbeat)
    program.locatesAtHeartbeat = true
    program.updates.holdsWakeLock = try options.flag("wakelock") ?? false && options.isAndroid
    if isHighest, distance > 0 {
      program.keeps = CompositeWriter.metres(distance)
      options.ignore(["interval", "fastest_interval"], because: "not modelled at the highest accuracy")
    } else {
      // A position is kept after this time at the soonest.
      let pause = distance > 0 ? fastest : max(interval, isHighest ? 0 : fastest)
      program.upload = pause > 0 ? "batch_interval: \(CompositeWriter.seconds(max(1, pause)))" : "batch_count: 1"
      if distance > 0 { options.ignore(["interval"], because: "beside a distance without effect") }
    }
    return program.strategy(&options)
  }
}
