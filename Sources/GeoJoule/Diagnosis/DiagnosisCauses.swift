import RealModule

/// A cause of a drain that is simulated on the complaint's day: what the phone runs, or a failure.
struct RunCause: Sendable {
  let name: String
  let strategy: StrategySpecification
  var beside: StrategySpecification?
  var failure: Failure?
  /// The screen shows the app all the time.
  var isInFront = false
  var isApp: Bool { beside == nil && failure == nil }
  var isOutage: Bool { failure == .noService || failure == .serverDown }
  /// What a battery is has no duration.
  var lasts: Bool { failure != .coldDay && failure != .agedBattery }

  private static let resting = [
    "composite", "trip_tracking", "android_trip_tracking", "activity_gated", "live_updates",
  ]

  /// The causes that this strategy can have on a day, failures last, and those that it cannot with the reason.
  static func all(
    for base: StrategySpecification, on scenario: Scenario, screen: Double?
  ) -> (causes: [RunCause], notLookedAt: [String]) {
    var (causes, left) = ([RunCause](), ["days after a system update: no source says how much they take"])
    func add(_ name: String, _ strategy: StrategySpecification, unless reason: String, _ isLeft: Bool) {
      if isLeft || !strategy.missingServices.isEmpty {
        left.append("\(name): \(isLeft ? reason : "\(base.platform.title) has no such service")")
      } else {
        causes.append(RunCause(name: name, strategy: strategy))
      }
    }
    let best = continuous(base, keepsSettings: false)
    let isBest =
      base.kind == best.kind && base.setting("pauses_automatically") != .flag(true)
      && best.parameters.allSatisfy { base.setting($0) == $1 || base.setting($0) == nil }
    add("best accuracy never released", best, unless: "the strategy does so", isBest)
    let rests = resting.contains(base.kind) || base.setting("pauses_automatically") == .flag(true)
    add("never paused", continuous(base, keepsSettings: true), unless: "the strategy never rests", !rests)
    add("requests restarted each minute", restarted(base), unless: "it has no requests", base.kind == "none")
    var sending = base
    sending.upload = UploadPolicy(batchCount: 1)
    add(
      "an upload for each position", sending, unless: "the app gets no positions or does so",
      base.tellsEvents || base.upload?.batchCount == 1)
    var other = best
    other.name = "another app"
    causes.append(RunCause(name: "another app asks for best accuracy", strategy: base, beside: other))
    if screen == nil { causes.append(RunCause(name: "navigation in front", strategy: best, isInFront: true)) }
    for failure in Failure.allCases where !scenario.failures.contains(failure) {
      let name = failure.rawValue.replacing("_", with: " ")
      switch failure {
      case .serviceKilled, .killedAtScreenOff, .whenInUse: left.append("\(name): the app takes less then")
      default: causes.append(RunCause(name: name, strategy: base, failure: failure))
      }
    }
    return (causes, left)
  }

  /// Requests that never end, with the strategy's own uploads.
  private static func continuous(_ base: StrategySpecification, keepsSettings: Bool) -> StrategySpecification {
    var strategy = base
    (strategy.kind, strategy.composite) = (base.platform.isAndroid ? "fused" : "standard", nil)
    strategy.parameters =
      base.platform.isAndroid
      ? ["priority": .choice("high_accuracy"), "interval": .time(1)]
      : ["desired_accuracy": .choice("best"), "distance_filter": .distance(.infinity)]
    if keepsSettings {
      for key in strategy.parameters.keys { strategy.parameters[key] = base.setting(key) ?? strategy.parameters[key] }
    }
    return strategy
  }

  /// Stops and starts its request each minute.
  private static func restarted(_ base: StrategySpecification) -> StrategySpecification {
    var strategy = base
    (strategy.kind, strategy.parameters) = ("composite", [:])
    var configuration = CompositeConfiguration(pausesAutomatically: false, allowsBackground: true)
    configuration.desiredAccuracy = .best
    if case .choice(let name) = base.setting("desired_accuracy") {
      configuration.desiredAccuracy = DesiredAccuracy.names.first { $0.name == name }?.value
    }
    let again = CompositeAction.setTimer("again", after: 60)
    let request = base.fusedRequest ?? FusedLocationRequest(priority: .highAccuracy, interval: 1)
    let (begin, restart): ([CompositeAction], [CompositeAction]) =
      base.platform.isAndroid
      ? ([.beginForegroundService, .request(request)], [.stop(.fused), .request(request)])
      : ([.configure(configuration), .start(.standard)], [.stop(.standard), .start(.standard)])
    strategy.composite = CompositeProgram(states: [
      CompositeState(
        "running", enter: begin + [again], rules: [CompositeRule(.timer("again"), do: restart + [again])])
    ])
    return strategy
  }
}

/// A cause beside the app: a power for some time, or a drain.
struct PowerCause {
  let name: String
  let unit: String
  let most: Double
  /// With equal probabilities.
  let amounts: [Double]
  let source: String
  /// In joules for each unit, at a share of phones.
  let joules: (_ share: Double) -> Double

  static let screenName = "screen on"

  /// Of the time, alike likely: the density 3 (1 - s)^2, in the mean 4 of 16 hours (estimate).
  static let screenShares = middles.map { 1 - Double.pow(1 - $0, 1.0 / 3) }
  /// Middles of shares of equal probability.
  static let middles = (0..<6).map { (Double($0) + 0.5) / 6 }
  static let evenly = "any part of the time alike likely"

  /// - Parameters:
  ///   - screen: hours with the screen on, where they are known.
  ///   - asleep: hours in which the processor sleeps as configured.
  static func all(_ device: DeviceProfile, hours: Double, screen: Double?, asleep: Double) -> [PowerCause] {
    func watts(_ key: String, _ share: Double) -> Double { device.values[key]?.quantile(atShare: share) ?? 0 }
    func power(_ name: String, _ key: String, less: String, most: Double) -> PowerCause {
      PowerCause(
        name: name, unit: "h", most: most, amounts: middles.map { $0 * most },
        source: "\(key) of \(device.name); \(evenly)", joules: { 3600 * max(0, watts(key, $0) - watts(less, $0)) })
    }
    let display = PowerCause(
      name: screenName, unit: "h", most: hours, amounts: screenShares.map { $0 * hours },
      source: "1.17 W in use: powerlog of an iPhone 13 Pro Max; a quarter of the time in the mean (estimate)",
      joules: { 3600 * ScreenUse.watts(atShare: $0) })
    let percent = ["battery.energy", "battery.health"].reduce(0.01) { $0 * (device.values[$1]?.mean ?? 1) }
    return (screen == nil ? [display] : [])
      + (asleep > 0.05 * hours
        ? [power("a wake lock or preventSuspend", "processor.awake_idle", less: "processor.suspended", most: asleep)]
        : []) + [
        PowerCause(
          name: "other use", unit: "%/h", most: 20, amounts: middles.map { 0.2 * Double.pow(50, $0) },
          source: "0.2 to 10 %/h, logarithms alike likely (estimate)", joules: { _ in hours * percent })
      ]
  }
}
