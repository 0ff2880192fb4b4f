import RealModule

/// A cause of a drain that is simulated on the complaint's day: what the phone runs, or a failure.
struct RunCause: Sendable {
  let name: String
  let strategy: StrategySpecification
  /// Requests that never end keep the receiver on, and the processor that takes its positions.
  var keepsOn: Set<DrainCause.Part> = [.receiver, .processor]
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
    func add(
      _ name: String, _ strategy: StrategySpecification, keepsOn: Set<DrainCause.Part> = [.receiver, .processor],
      unless reason: String, _ isLeft: Bool
    ) {
      if isLeft || !strategy.missingServices.isEmpty {
        left.append("\(name): \(isLeft ? reason : "\(base.platform.title) has no such service")")
      } else {
        causes.append(RunCause(name: name, strategy: strategy, keepsOn: keepsOn))
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
      "an upload for each position", sending, keepsOn: [.modem], unless: "the app gets no positions or does so",
      base.tellsEvents || base.upload?.batchCount == 1)
    var other = best
    other.name = "another app"
    causes.append(RunCause(name: "another app asks for best accuracy", strategy: base, beside: other))
    if screen == nil {
      causes.append(
        RunCause(
          name: "navigation in front", strategy: best, keepsOn: [.receiver, .processor, .screen], isInFront: true))
    }
    for failure in Failure.allCases where !scenario.failures.contains(failure) {
      let name = failure.rawValue.replacing("_", with: " ")
      switch failure {
      case .serviceKilled, .killedAtScreenOff, .whenInUse: left.append("\(name): the app takes less then")
      case .motionStuck: causes.append(RunCause(name: name, strategy: base, failure: failure))
      case .noService, .serverDown:
        causes.append(RunCause(name: name, strategy: base, keepsOn: [.modem], failure: failure))
      default: causes.append(RunCause(name: name, strategy: base, keepsOn: [], failure: failure))
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

/// Causes beside the app: a power for some time, a drain, and the phone itself.
enum BesideCause {
  /// A phone takes at most so many times what is usual for its class (estimate).
  private static let mostFactor = 3.0
  /// Middles of shares of equal probability.
  static let middles = (0..<6).map { (Double($0) + 0.5) / 6 }
  static let evenly = "any part of the time alike likely"
  /// Of the time, alike likely: the density 3 (1 - s)^2, in the mean 4 of 16 hours (estimate).
  static let screenShares = middles.map { 1 - Double.pow(1 - $0, 1.0 / 3) }

  private static let screen = "screen on"

  /// What varies from phone to phone, apart from what the simulation draws.
  private static func share(_ seed: UInt64, _ name: String) -> Double {
    StableHash.unit(StableHash.combine(seed, StableHash.name(name)))
  }

  /// What a phone's screen takes in an hour, in joules.
  static func screenJoules(_ seed: UInt64) -> Double { 3600 * ScreenUse.watts(atShare: share(seed, screen)) }

  /// - Parameters:
  ///   - base: phones as configured.
  ///   - hours: how long the complaint is.
  ///   - isScreenKnown: then it is no cause.
  static func all(_ device: DeviceProfile, base: [DrainSample], hours: Double, isScreenKnown: Bool) -> [DrainCause] {
    /// - Parameter joules: for each unit, by the phone's seed.
    func cause(
      _ name: String, keepsOn: Set<DrainCause.Part>, unit: String, most: Double, usual: [Double], source: String,
      joules: (UInt64) -> Double
    ) -> DrainCause {
      DrainCause(
        name, keepsOn: keepsOn, amount: .init(unit: unit, most: most, usual: usual, simulated: 1, source: source),
        samples: base.map { sample in
          var with = sample
          with.beside += 100 * joules(sample.seed) / sample.usableEnergy
          if keepsOn.contains(.screen) { with.seen[.screen, default: 0] += 60 }
          return with
        })
    }
    let screenOn = cause(
      screen, keepsOn: [.screen], unit: "h", most: hours, usual: screenShares.map { $0 * hours },
      source: "1.17 W in use: powerlog of an iPhone 13 Pro Max; a quarter of the time in the mean (estimate)",
      joules: screenJoules)
    let asleep = base.reduce(0) { $0 + $1.asleep } / Double(base.count)
    let wakeLock = "a wake lock or preventSuspend"
    let awake = cause(
      wakeLock, keepsOn: [.processor], unit: "h", most: asleep, usual: middles.map { $0 * asleep },
      source: "processor.awake_idle of \(device.name); \(evenly)"
    ) { seed in
      func watts(_ state: String) -> Double {
        device.values["processor.\(state)"]?.quantile(atShare: share(seed, wakeLock)) ?? 0
      }
      return 3600 * max(0, watts("awake_idle") - watts("suspended"))
    }
    let percent = ["battery.energy", "battery.health"].reduce(0.01) { $0 * (device.values[$1]?.mean ?? 1) }
    let other = cause(
      "other use", keepsOn: [], unit: "%/h", most: 20, usual: middles.map { 0.2 * Double.pow(50, $0) },
      source: "0.2 to 10 %/h, logarithms alike likely (estimate)", joules: { _ in hours * percent })
    let hungrier = DrainCause(
      "a hungrier phone",
      amount: .init(
        unit: "x", most: mostFactor, usual: middles.map { Double.pow(mostFactor, $0) }, simulated: 2,
        source: "1 to 3 times, logarithms alike likely (estimate)"),
      samples: base.map { $0.scaled(2) })
    return (isScreenKnown ? [] : [screenOn]) + (asleep > 0.05 * hours ? [awake] : []) + [other, hungrier]
  }
}
