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

  private static let resting = [
    "composite", "trip_tracking", "android_trip_tracking", "activity_gated", "live_updates",
  ]
  /// After these the app takes less.
  private static let sparing: [Failure] = [.serviceKilled, .killedAtScreenOff, .whenInUse]

  /// The causes that this strategy can have on a day, failures last, and those that it cannot with the reason.
  static func all(
    for base: StrategySpecification, on scenario: Scenario, screenHours: Double?
  ) -> (causes: [RunCause], notLookedAt: [Diagnosis.OmittedCause]) {
    let best = continuous(base, keepsSettings: false)
    var (sending, other) = (base, best)
    sending.upload = UploadPolicy(batchCount: 1)
    other.name = "another app"
    var causes = [RunCause(name: "best accuracy never released", strategy: best)]
    if resting.contains(base.kind) || base.setting("pauses_automatically") == .flag(true) {
      causes.append(RunCause(name: "never paused", strategy: continuous(base, keepsSettings: true)))
    }
    causes += [
      RunCause(name: "requests restarted each minute", strategy: restarted(base)),
      RunCause(name: "an upload for each position", strategy: sending),
      RunCause(name: "another app asks for best accuracy", strategy: base, beside: other),
    ]
    if screenHours == nil { causes.append(RunCause(name: "navigation in front", strategy: best, isInFront: true)) }
    let failures = Failure.allCases.filter { !scenario.failures.contains($0) && !sparing.contains($0) }
    causes += failures.map { RunCause(name: name(of: $0), strategy: base, failure: $0) }
    let missing = causes.filter { !$0.strategy.missingServices.isEmpty }
    return (
      causes.filter { $0.strategy.missingServices.isEmpty },
      [("days after a system update", "no source says how much it takes")]
        + sparing.map { (name(of: $0), "the app takes less with it") }
        + missing.map { ($0.name, "\(base.platform.title) has no such service") }
    )
  }

  private static func name(of failure: Failure) -> String { failure.rawValue.replacing("_", with: " ") }

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
    let tracking = CompositeConfiguration(desiredAccuracy: .best, pausesAutomatically: false, allowsBackground: true)
    let again = CompositeAction.setTimer("again", after: 60)
    let request = base.fusedRequest ?? FusedLocationRequest(priority: .highAccuracy, interval: 1)
    let (begin, restart): ([CompositeAction], [CompositeAction]) =
      base.platform.isAndroid
      ? ([.beginForegroundService, .request(request)], [.stop(.fused), .request(request)])
      : ([.configure(tracking), .start(.standard)], [.stop(.standard), .start(.standard)])
    strategy.composite = CompositeProgram(states: [
      CompositeState(
        "running", enter: begin + [again], rules: [CompositeRule(.timer("again"), do: restart + [again])])
    ])
    if let accuracy = base.setting("desired_accuracy") { strategy.set("desired_accuracy", accuracy) }
    return strategy
  }

  /// How much of it the simulated day has, of a complaint's hours; `nil` for what a battery is, which has no duration.
  func amount(on day: Scenario, hours: Double) -> DrainCause.Amount? {
    if failure == .coldDay || failure == .agedBattery { return nil }
    guard failure == .noService || failure == .serverDown else { return .hours(hours, simulated: hours) }
    let outage = Failure.outage(on: day)
    return .hours(hours, simulated: (outage.upperBound - outage.lowerBound) / (day.horizon - .start) * hours)
  }
}

extension DrainCause.Amount {
  /// A part of the time.
  fileprivate static func hours(_ most: Double, simulated: Double) -> Self {
    .init(
      unit: "h", most: most, usual: EqualShares.middles(6).map { $0 * most }, simulated: simulated,
      source: "any part of the time alike likely")
  }
}

extension DeviceProfile {
  /// What a phone's screen takes in an hour, in percent.
  func screenPercent(_ seed: UInt64) -> Double {
    percentPerHour(watts: ScreenUse.watts(atShare: StableHash.unit(seed, "screen on")))
  }

  /// What work of an app takes in an hour, in percent: from a processor that is only kept awake to a busy large core, logarithms
  /// alike likely (estimate).
  private func workPercent(_ seed: UInt64) -> Double {
    let (idle, busy) = (values["processor.awake_idle"]?.mean ?? 0, values["processor.active"]?.range.upperBound ?? 0)
    return percentPerHour(watts: idle * Double.pow(max(1, busy / idle), StableHash.unit(seed, "work")))
  }

  /// Causes beside positions: powers that come on top, and the phone itself.
  ///
  /// - Parameter base: phones as configured.
  func besideCauses(_ base: [DrainSample], _ complaint: Complaint) -> [DrainCause] {
    let (hours, length) = (complaint.hours, complaint.length)
    func power(
      _ name: String, isApp: Bool = false, isInBase: Bool = false, _ amount: DrainCause.Amount,
      percent: (UInt64) -> Double
    ) -> DrainCause {
      DrainCause(
        name, isApp: isApp, amount: amount,
        samples: base.map { sample in
          var with = sample
          if isApp { with.app += percent(sample.seed) }
          if isInBase { return with }
          with.drained = zip(sample.drained, hours).map { $0 + percent(sample.seed) * $1 / length }
          if isApp { with.seen[.background, default: 0] += 1 }
          if name == DrainCause.screen { with.seen[.screen, default: 0] += 60 }
          return with
        })
    }
    let middles = EqualShares.middles(6)
    // The density of shares is 3 (1 - s)^2, in the mean 4 of 16 hours (estimate).
    let lit = DrainCause.Amount(
      unit: "h", most: length, usual: middles.map { length * (1 - Double.pow(1 - $0, 1.0 / 3)) }, simulated: 1,
      source: "1.17 W in use: powerlog of an iPhone 13 Pro Max; a quarter of the time in the mean (estimate)")
    let other = DrainCause.Amount(
      unit: "%/h", most: 20, usual: middles.map { 0.2 * Double.pow(50, $0) }, simulated: 1,
      source: "0.2 to 10 %/h, logarithms alike likely (estimate)")
    let hungrier = DrainCause.Amount(
      unit: "x", most: 3, usual: middles.map { Double.pow(3, $0) }, simulated: 2,
      source: "1 to 3 times, logarithms alike likely (estimate)")
    // A screen of known hours is no cause of a fall, but the app's share where it is in front.
    let front = DrainCause.Amount.hours(complaint.screenHours ?? 0, simulated: 1)
    let isCause = complaint.screenHours == nil || front.most > 0 && complaint.seen[.share] != nil
    let screen =
      complaint.screenHours == nil
      ? power(DrainCause.screen, lit, percent: screenPercent)
      : power("the app in front", isApp: true, isInBase: true, front, percent: screenPercent)
    return (isCause ? [screen] : []) + [
      power("the app's own work or a wake lock", isApp: true, .hours(length, simulated: 1), percent: workPercent),
      power(DrainCause.other, other) { _ in length },
      DrainCause("a hungrier phone", amount: hungrier, samples: base.map { $0.scaled(2) }),
    ]
  }
}
