package import DeviceModel
package import Documents
package import Estimation
package import FileFormats
import Core
import RealModule
import Strategies

/// How long a run's session, receiver and app were on, as its own fixes and legs tell: no simulation, so that an error of the
/// simulator does not become a power.
///
/// A session is on for good, or on trips from its first fix to its last. At best accuracy its receiver is on: at home for an
/// unknown share of the time, searching; at rest away and on the move all the time. An Android that lies still dozes after an
/// hour, but for some minutes after 2, 4 and 8 hours, which its readings and fixes show.
package struct RecordedExposure: Sendable {
  package let device: DeviceProfile
  package let mapping: RunMapping

  package init(device: DeviceProfile, mapping: RunMapping) {
    (self.device, self.mapping) = (device, mapping)
  }

  /// Times in hours from the run's start.
  private typealias Span = ClosedRange<Double>

  /// What a strategy asks for.
  private enum Asks { case nothing, satellites, wifi, satellitesSeldom }

  /// What leaving and arriving take until a session starts and ends (h), where no fixes tell: as in runs that have them (A8).
  private func ends(of strategy: StrategySpecification) -> (lag: Double, tail: Double) {
    device.system == .ios
      ? (0.067, 0.025) : (0.056, Self.isBalanced(strategy) && !Self.isSeldom(strategy) ? 0.27 : 0.10)
  }
  /// When a phone that lies still has dozed off (h).
  private static let awake = 1.05
  /// When one that dozes is awake for a while.
  private static let maintenance: [Span] = [1.95...2.05, 3.9...4.05, 7.95...8.15]

  /// The profile's values that are priors.
  package var priors: [String] {
    DeviceSchema.resting + ["processor.location_session", "gnss.tracking_strong", "gnss.weak_multiplier"]
      + (device.system == .android ? ["processor.active"] : [])
  }

  /// What draws power, with the profile's values as priors where it has estimates of its own.
  package func design() throws(InputError) -> JointDesign {
    var quantities: [JointQuantity] = []
    func spread(_ key: String) throws(InputError) -> (median: Double, logDeviation: Double) {
      guard let value = device.values[key], value.mean > 0 else {
        throw InputError(
          file: nil, message: "the device '\(device.name)' has no '\(key)'", remedy: "give one that has it as a prior")
      }
      let ratio = value.deviation / value.mean
      let logDeviation = max(0.05, (Double.log(onePlus: ratio * ratio)).squareRoot())
      return (value.mean / Double.exp(logDeviation * logDeviation / 2), logDeviation)
    }
    func add(_ name: String, unit: String = "W", _ median: Double, _ logDeviation: Double) -> Int {
      quantities.append(JointQuantity(name: name, unit: unit, median: median, logDeviation: logDeviation))
      return quantities.count - 1
    }
    func key(_ name: String, unit: String = "W") throws(InputError) -> Int {
      let prior = try spread(name)
      return add(name, unit: unit, prior.median, prior.logDeviation)
    }
    var terms: [[Int]] = []
    // Estimates of a kind tend to be off together.
    let android = device.system == .android
    let common = add("idle_scale", unit: "", 1, android ? 0.02 : 0.5)
    for name in DeviceSchema.resting { terms.append([try key(name), common]) }
    // What motion sensors, changes of the cell and scans draw (docs/sources.md, A8); an Android's services also wake it for them.
    terms.append([add("base.travelling", android ? 0.025 : 0.013, 0.35)])
    let session = try key("processor.location_session")
    let tracking = try key("gnss.tracking_strong")
    let ratio = add("acquiring_over_tracking", unit: "", 1, 0.2)
    // Indoors a receiver is off for a part of the time. In libraries fixes came for 0.75 of it.
    let weak = try key("gnss.weak_multiplier", unit: "")
    let away = add("share_on_away", unit: "", 0.88, 0.1)
    terms.append([session])
    if android {
      terms.append([tracking, ratio])
    } else {
      terms.append([tracking, ratio, add("share_searching_at_home", unit: "", 0.65, 0.25)])
    }
    terms += [[tracking, weak, away], [tracking]]
    if android {
      let active = try spread("processor.active").median
      terms += [[add("app.storing", 0.28 * active, 0.3)], [add("app.storing_and_reading", 0.88 * active, 0.25)]]
      let seldom = add("share_at_30_s", unit: "", 0.34, 0.3)
      let dozing = add("share_dozing", unit: "", 0.1, 0.7)
      terms += [[session, seldom], [tracking, seldom], [session, dozing], [tracking, dozing]]
      terms.append([add("first_hour_at_rest", 0.030, 1)])
    } else {
      terms += [[add("app.deliveries", 0.027, 0.4)], [add("wifi.positions_on_trips", 0.050, 0.5)]]
    }
    return JointDesign(
      quantities: quantities, terms: terms, percentPerWattHour: device.percentPerHour(watts: 1),
      hold: android ? (0, 1) : (4.3, 1), holdSpread: android ? 0.6 : 1.5,
      // Between runs what a phone draws by itself differs by a third, location's part by a tenth, within a factor of 3.
      parts: (Array(0...DeviceSchema.resting.count), rest: (0.3, 1), location: (0.1, 1)))
  }

  /// What a run was, in the order of the design's terms.
  ///
  /// - Parameter occasion: what it shares with others.
  /// - Returns: `nil` for a run of a configuration that the mapping does not have, or with fewer than two readings.
  package func run(_ run: MeasuredRun, occasion: String) -> JointRun? {
    let measured = MeasuredReadings(run)
    let readings = measured.readings.filter { $0.percent >= MeasuredReadings.lowestLevel }
    guard let strategy = mapping.strategies[device.system]?[run.configuration], readings.count >= 2,
      run.drainFault == nil
    else { return nil }
    func hour(_ time: Double) -> Double { max(0, (time - run.span.lowerBound) / 3600) }
    let legs = TrackedTime.joined(
      run.legs.filter { $0.end > $0.start }.map { hour($0.start)...hour($0.end) }, within: 0.02)
    let fixes = run.fixes.map { $0.map { hour($0.unixSeconds) }.sorted() }
    let asks = Self.asks(strategy, travels: !run.legs.isEmpty)
    let whole = 0...hour(run.span.upperBound) + 1
    var sessions: [Span] = asks == .nothing ? [] : [whole]
    if strategy.kind == "trip_tracking" || strategy.kind == "android_trip_tracking", asks != .nothing {
      let ends = ends(of: strategy)
      sessions =
        run.fixes.map { fixes in
          TrackedTime.spans(fixes.map(\.unixSeconds).sorted()).map { hour($0.lowerBound)...hour($0.upperBound) }
        }
        ?? legs.map { min($0.lowerBound + ends.lag, $0.upperBound)...$0.upperBound + ends.tail }
    }
    let exposure =
      device.system == .android
      ? android(asks, strategy, sessions, legs, fixes, atHome: run.legs.isEmpty)
      : ios(asks, strategy, sessions, legs, fixes, atHome: run.legs.isEmpty)
    return JointRun(
      name: run.name, timeline: run.timeline, phone: run.phone, occasion: occasion, travels: !run.legs.isEmpty,
      readings: readings.map { reading in
        JointRun.Reading(
          hour: hour(reading.time), level: Int(reading.percent.rounded()), step: measured.step,
          exposure: exposure(hour(reading.time)))
      }, mayHaveOtherUse: mapping.otherUse?.contains(run.timeline) ?? true)
  }

  /// A device's own names for what is asked.
  private static func asks(_ strategy: StrategySpecification, travels: Bool) -> Asks {
    func word(_ key: String) -> String {
      if case .choice(let word)? = strategy.parameters[key] { return word }
      return ""
    }
    switch (word("desired_accuracy"), word("priority")) {
    case ("best", _), ("nearest_ten_meters", _): return .satellites
    case ("hundred_meters", _): return .wifi
    case (_, "high_accuracy"): return isSeldom(strategy) ? .satellitesSeldom : .satellites
    // Asked for each second on the move, it keeps the receiver on (fits.md); else it lives from Wi-Fi.
    case (_, "balanced"): return travels && !isSeldom(strategy) ? .satellites : .nothing
    default: return .nothing
    }
  }

  private static func isSeldom(_ strategy: StrategySpecification) -> Bool {
    if case .time(let interval)? = strategy.parameters["interval"] { return interval >= 10 }
    return false
  }

  private static func hours(_ spans: [Span], before end: Double) -> Double {
    spans.reduce(0) { $0 + max(0, min($1.upperBound, end) - $1.lowerBound) }
  }

  private static func common(_ some: [Span], _ others: [Span]) -> [Span] {
    some.flatMap { one in
      others.compactMap { other in
        let (low, high) = (max(one.lowerBound, other.lowerBound), min(one.upperBound, other.upperBound))
        return high > low ? low...high : nil
      }
    }
  }

  private static func count(_ fixes: [Double], before end: Double) -> Double {
    Double(fixes.partitioningIndex { $0 >= end })
  }

  private func ios(
    _ asks: Asks, _ strategy: StrategySpecification, _ sessions: [Span], _ legs: [Span], _ fixes: [Double]?,
    atHome: Bool
  ) -> (Double) -> [Double] {
    var filter = 1.0
    if case .distance(let distance)? = strategy.parameters["distance_filter"] { filter = distance }
    let moving = Self.common(sessions, legs)
    return { end in
      let (on, travelling) = (Self.hours(sessions, before: end), Self.hours(moving, before: end))
      let tracks = asks == .satellites && !atHome
      var delivered = 0.0
      if asks == .satellites {
        // Where no fixes were kept: as on the days that have them.
        delivered =
          fixes.map { Self.count($0, before: end) / 3600 }
          ?? (atHome ? 0 : travelling * (filter < 10 ? 0.77 : 0.15) + (on - travelling) * 0.17)
      }
      return DeviceSchema.resting.map { _ in end } + [
        Self.hours(legs, before: end), on, asks == .satellites && atHome ? on : 0, tracks ? on - travelling : 0,
        tracks ? travelling : 0, delivered, asks == .wifi ? travelling : 0,
      ]
    }
  }

  private func android(
    _ asks: Asks, _ strategy: StrategySpecification, _ sessions: [Span], _ legs: [Span], _ fixes: [Double]?,
    atHome: Bool
  ) -> (Double) -> [Double] {
    let rests = atHome ? Self.maintenance : legs.map { $0.lowerBound...$0.upperBound + Self.awake }
    let active = Self.common(sessions, TrackedTime.joined([0...Self.awake] + rests))
    let moving = Self.common(active, legs)
    let (onTripsOnly, often) = (strategy.kind == "android_trip_tracking", asks == .satellites)
    return { end in
      let (on, travelling) = (Self.hours(active, before: end), Self.hours(moving, before: end))
      let dozing = Self.hours(sessions, before: end) - on
      let rate = asks == .satellitesSeldom ? (moving: 0.045, still: 0.045) : Self.rate(strategy)
      let delivered =
        asks == .nothing || atHome
        ? 0
        : fixes.map { Self.count($0, before: end) / 3600 }
          ?? travelling * rate.moving + (on - travelling) * rate.still
      return DeviceSchema.resting.map { _ in end } + [
        Self.hours(legs, before: end), often ? on : 0, often && atHome ? on : 0, often && !atHome ? on - travelling : 0,
        often && !atHome ? travelling : 0, onTripsOnly && often ? 0 : delivered * (onTripsOnly ? 1.07 : 1),
        onTripsOnly && often ? delivered : 0, often ? 0 : asks == .satellitesSeldom ? on : 0,
        often ? 0 : asks == .satellitesSeldom ? on : 0, often ? dozing : 0, often ? dozing : 0,
        atHome ? min(end, Self.awake) : 0,
      ]
    }
  }

  /// Fixes a second at an interval of 1 s, on the move and then at rest, as on the days that have them (docs/sources.md).
  private static func rate(_ strategy: StrategySpecification) -> (moving: Double, still: Double) {
    strategy.kind != "android_trip_tracking" ? (0.89, 0.41) : isBalanced(strategy) ? (0.91, 0.22) : (0.95, 0.72)
  }

  private static func isBalanced(_ app: StrategySpecification) -> Bool {
    app.parameters["priority"] == .choice("balanced")
  }
}
