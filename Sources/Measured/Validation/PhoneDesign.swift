package import DeviceModel
package import Documents
package import Estimation
package import FileFormats
import GeoJoule
package import Core
import RealModule
package import Strategies
package import World

/// What each power of a device counted in a phone's own measured runs, by simulation, with the device's values as priors.
///
/// Powers and energies per event become quantities of a joint fit where they take 0.2 % of a run's energy or more, and where they are
/// correlated with one that does. Everything else stays as the profile says. Times in states are those of simulated days: powers
/// absorb what the simulator has wrong of them, so that the settings that were measured are predicted right.
///
/// Priors are lognormal with the profile's means, deviations and correlations. What is always on, and what location uses, have a
/// common factor each besides, with a log-deviation of 0.3: estimates of a kind tend to be off together, and field reports of one
/// setting differ by a factor of two (reports/validation/modern-phones.md). The size of the battery divides what the gauge shows.
/// Where the phone's own gauge counted energies, what it reads of a watt-hour is one more quantity.
package struct PhoneDesign: Sendable {
  /// The profile's keys, in the order of the design's quantities; the battery's size and the gauge's reading come after them.
  package let keys: [String]
  /// So many of the keys count in some run; the others are correlated with one of those.
  package let measured: Int
  package let design: JointDesign

  /// The name of the battery's size relative to the profile's.
  package static let battery = "battery.usable"
  /// What the phone's own gauge reads over what is drawn: 0.943 in the median of two phones beside a power monitor (docs/sources.md,
  /// A9). The deviation between phones is an estimate, as large as that bias.
  package static let gauge = JointQuantity(name: "gauge.reading", unit: "", median: 0.943, logDeviation: 0.06)
  /// A key counts where it takes this share of a run's energy.
  private static let leastShare = 0.002
  /// Log-deviation of the common factors.
  package static let common = 0.3
  /// Below this, a deviation of a prior counts as this.
  private static let leastLogDeviation = 0.02

  /// - Parameters:
  ///   - shares: of the device's keys, the largest in any run.
  ///   - hasGauge: whether the phone's own gauge counted energies.
  package init(device: DeviceProfile, shares: [String: Double], hasGauge: Bool = false) {
    let counted = shares.filter { $0.value >= Self.leastShare }.keys.sorted()
    let all = Self.withCorrelated(counted, of: device)
    let own = all.map { key in device.values[key].map(Self.logDeviation) ?? Self.leastLogDeviation }
    // What was fitted to a phone has the correlations of that fit.
    func group(_ place: Int) -> Int? {
      guard place < counted.count, let trust = device.values[all[place]]?.trust, trust != .fitted, trust != .measured
      else { return nil }
      return Self.group(all[place])
    }
    let covariances = Self.covariances(all, own, all.indices.map(group), of: device)
    let (energy, health) = (device.values["battery.energy"], device.values["battery.health"])
    var quantities = all.indices.map { place -> JointQuantity in
      let value = device.values[all[place]]
      let variance = own[place] * own[place] + (group(place) == nil ? 0 : Self.common * Self.common)
      return JointQuantity(
        name: all[place], unit: DeviceSchema.schema(of: all[place])?.dimension == .power ? "W" : "J",
        median: (value?.mean ?? 1) / Double.exp(own[place] * own[place] / 2), logDeviation: variance.squareRoot())
    }
    let size = [energy, health].compactMap { $0.map(Self.logDeviation) }.reduce(0) { $0 + $1 * $1 }.squareRoot()
    quantities.append(
      JointQuantity(name: Self.battery, unit: "", median: 1, logDeviation: max(Self.leastLogDeviation, size)))
    let divisor = quantities.count - 1
    if hasGauge { quantities.append(Self.gauge) }
    let wattHours = (energy?.mean ?? 0) * (health?.mean ?? 1) / 3600
    let plateau = device.values["battery.gauge_plateau"]
    let said = device.discrepancy
    func spread(_ key: String, _ median: Double) -> (median: Double, logDeviation: Double) {
      let value = device.values["\(Discrepancy.section).\(key)"]
      return (max(0.005, median), max(0.1, value.map(Self.logDeviation) ?? 0.4))
    }
    let (rest, location) = (spread("rest", said.rest), spread("location", said.location))
    let resting = counted.indices.filter { Self.group(counted[$0]) == 0 }
    (keys, measured) = (all, counted.count)
    design = JointDesign(
      quantities: quantities, terms: counted.indices.map { [$0] } + [[]],
      percentPerWattHour: wattHours > 0 ? 100 / wattHours : 0,
      hold: plateau.map { (100 * $0.mean, max(0.5, 100 * $0.deviation / 2)) } ?? (0.5, 1.5),
      holdSpread: max(0.3, plateau.map { 100 * $0.deviation } ?? 1), covariances: covariances,
      divisor: divisor, gauge: hasGauge ? divisor + 1 : nil, hasOtherUse: false,
      spreads: (occasion: spread("occasion", said.occasion), run: spread("run", said.run)),
      parts: max(said.rest, said.location) > 0 ? (resting, rest, location) : nil)
  }

  /// - Parameter own: each key's log-deviation.
  private static func covariances(
    _ keys: [String], _ own: [Double], _ groups: [Int?], of device: DeviceProfile
  ) -> [JointDesign.Pair] {
    var covariances: [JointDesign.Pair] = keys.indices.flatMap { i in
      (0..<i).filter { groups[i] != nil && groups[i] == groups[$0] }.map { (i, $0, common * common) }
    }
    // Energy and health are factors of one quantity, the size.
    func factor(_ key: String) -> (place: Int, deviation: Double)? {
      if let place = keys.firstIndex(of: key) { return (place, own[place]) }
      guard ["battery.energy", "battery.health"].contains(key) else { return nil }
      return device.values[key].map { (keys.count, logDeviation($0)) }
    }
    for pair in device.correlations {
      guard let (i, first) = factor(pair.first), let (j, second) = factor(pair.second), i != j else { continue }
      let place = covariances.firstIndex { Set([$0.first, $0.second]) == [i, j] }
      let sum = pair.value * first * second + (place.map { covariances[$0].covariance } ?? 0)
      if let place { covariances.remove(at: place) }
      covariances.append((i, j, sum))
    }
    return covariances
  }

  /// The keys, then those that are correlated with one of them or of these.
  private static func withCorrelated(_ keys: [String], of device: DeviceProfile) -> [String] {
    var all = keys
    var next = 0
    while next < all.count {
      let key = all[next]
      for pair in device.correlations {
        for (one, other) in [(pair.first, pair.second), (pair.second, pair.first)]
        where one == key && !all.contains(other) && isPrice(other, of: device) { all.append(other) }
      }
      next += 1
    }
    return all
  }

  /// Whether a value is what a state or an event costs, and not known exactly.
  static func isPrice(_ key: String, of device: DeviceProfile) -> Bool {
    guard let value = device.values[key], value.mean > 0, value.deviation > 0, !key.hasPrefix("battery."),
      let dimension = DeviceSchema.schema(of: key)?.dimension
    else { return false }
    return dimension == .power || dimension == .energy
  }

  /// What is always on, and what location uses.
  private static func group(_ key: String) -> Int? {
    if DeviceSchema.resting.contains(key) || key.hasPrefix("base.") { return 0 }
    return key.hasPrefix("gnss.") || key.hasPrefix("processor.") || key.hasPrefix("wifi.scan") ? 1 : nil
  }

  private static func logDeviation(_ value: ProfileValue) -> Double {
    guard value.mean > 0, value.deviation > 0 else { return leastLogDeviation }
    let ratio = value.deviation / value.mean
    return max(leastLogDeviation, Double.log(onePlus: ratio * ratio).squareRoot())
  }
}

extension PhoneDesign {
  /// A measured run as it enters the fit.
  package struct Run: Sendable {
    package let measured: MeasuredRun
    package let joint: JointRun
    /// Hours in each of the design's terms over all that was measured.
    package let exposure: [Double]
  }

  /// Simulates the runs of a phone.
  ///
  /// - Parameters:
  ///   - strategies: by configuration.
  ///   - occasions: what each run shares with others, such as a day.
  ///   - seeds: how many days are drawn for each run.
  /// - Returns: the design and the runs that can be used, and why others cannot.
  package static func simulating(
    _ runs: [MeasuredRun], occasions: [String], device: DeviceProfile, network: NetworkProfile, mapping: RunMapping,
    strategies: [String: StrategySpecification], seeds: Int
  ) throws(InputError) -> (design: PhoneDesign, runs: [Run], leftOut: [(run: String, reason: String)]) {
    let days = MeasuredDays(
      runs, mapping: mapping, strategies: strategies,
      times: runs.map { run in run.power.map { [$0.span.lowerBound, $0.span.upperBound] } ?? [] })
    var leftOut: [(run: String, reason: String)] = days.leftOut.map { (runs[$0.run].name, $0.reason) }
    for run in runs where strategies[run.configuration] == nil {
      leftOut.append((run.name, "no strategy stands for '\(run.configuration)'"))
    }
    let prices = device.values.keys.filter { isPrice($0, of: device) }.sorted()
    var shares: [String: Double] = [:]
    for day in days.days {
      for run in day.runs {
        guard let last = run.instants.last, last > .start else { continue }
        let exposure = try DrainExposure(
          keys: prices, device: device, network: network, scenario: day.scenario, strategy: run.strategy,
          instants: [last], seeds: 1)
        add(exposure, of: prices, device, to: &shares)
      }
    }
    let design = PhoneDesign(
      device: device, shares: shares, hasGauge: runs.contains { $0.power?.meter == .gauge })
    let keys = Array(design.keys.prefix(design.measured))
    var used: [(place: Int, run: Run)] = []
    for (day, groups) in zip(days.days, days.members) {
      for (run, members) in zip(day.runs, groups) {
        let exposure = try DrainExposure(
          keys: keys, device: device, network: network, scenario: day.scenario, strategy: run.strategy,
          instants: run.instants, seeds: seeds)
        let wattHours = run.instants.indices.map { design.wattHours(exposure, at: $0) }
        let deviation = exposure.logDeviation * (1 + 1 / Double(seeds)).squareRoot()
        for member in members {
          let measured = runs[member.run]
          guard
            let joint = joint(
              measured, member, wattHours, occasion: occasions[member.run], exposureDeviation: deviation)
          else {
            leftOut.append((measured.name, measured.drainFault ?? "fewer than two readings of the gauge, and no power"))
            continue
          }
          let last = joint.readings.last?.exposure ?? joint.energies.last?.exposure ?? []
          used.append((member.run, Run(measured: measured, joint: joint, exposure: last)))
        }
      }
    }
    return (design, used.sorted { $0.place < $1.place }.map(\.run), leftOut)
  }

  /// The share of each price in what was drawn until the last instant, where it is more than in other runs.
  private static func add(
    _ exposure: DrainExposure, of prices: [String], _ device: DeviceProfile, to shares: inout [String: Double]
  ) {
    guard let total = exposure.total.last, let counts = exposure.counts.last, total > 0 else { return }
    for (key, count) in zip(prices, counts) {
      let joules = count * (device.values[key]?.mean ?? 0) * (isPower(key) ? 3600 : 1)
      shares[key] = max(shares[key] ?? 0, joules / total)
    }
  }

  /// Watt-hours for each unit of the design's terms' quantities until a time, and those of all else.
  func wattHours(_ exposure: DrainExposure, at place: Int) -> [Double] {
    zip(keys, exposure.counts[place]).map { Self.isPower($0) ? $1 : $1 / 3600 } + [exposure.others[place] / 3600]
  }

  private static func isPower(_ key: String) -> Bool { DeviceSchema.schema(of: key)?.dimension == .power }

  /// A meter's error from run to run (estimate), and more where it was not read all the time.
  private static let meterError = 0.02

  private static func joint(
    _ run: MeasuredRun, _ member: MeasuredDays.Member, _ wattHours: [[Double]], occasion: String,
    exposureDeviation: Double
  ) -> JointRun? {
    func difference(_ from: Int, _ to: Int) -> [Double] { zip(wattHours[from], wattHours[to]).map { max(0, $1 - $0) } }
    var readings: [JointRun.Reading] = []
    let shown = member.readings.readings.enumerated().filter { $0.element.percent >= MeasuredReadings.lowestLevel }
    if run.drainFault == nil, shown.count >= 2, let first = shown.first {
      // A gauge that starts full hides what was drawn since the charger, one that does not says nothing of that.
      let isFull = Int(first.element.percent.rounded()) >= 100
      let from = member.places[isFull ? 0 : first.offset + 1]
      let start = isFull ? run.span.lowerBound : first.element.time
      readings = shown.map { place, reading in
        JointRun.Reading(
          hour: max(0, reading.time - start) / 3600, level: Int(reading.percent.rounded()),
          step: member.readings.step, exposure: difference(from, member.places[place + 1]))
      }
    }
    var energies: [JointRun.Energy] = []
    if let power = run.power, power.watts > 0, member.extra.count == 2 {
      let energy = power.watts * (power.span.upperBound - power.span.lowerBound) / 3600
      let gap = 0.3 * (1 - power.coverage)
      energies.append(
        JointRun.Energy(
          exposure: difference(member.extra[0], member.extra[1]), wattHours: energy,
          deviation: max(1e-9, energy * (meterError * meterError + gap * gap).squareRoot()),
          isByGauge: power.meter == .gauge))
    }
    guard readings.count >= 2 || !energies.isEmpty else { return nil }
    return JointRun(
      name: run.name, timeline: run.timeline, phone: run.phone, occasion: occasion, travels: !run.legs.isEmpty,
      readings: readings.count >= 2 ? readings : [], energies: energies, exposureDeviation: exposureDeviation)
  }
}

extension PhoneDesign {
  /// A strategy on a day, until one or more times: in order, after the day's start.
  package typealias Request = (strategy: StrategySpecification, scenario: Scenario, instants: [Instant])

  /// What a strategy is expected to take until a time, with the profile's means.
  package struct Expectation: Sendable, Hashable {
    /// Of the battery.
    package let percent: Double
    /// What a step of the logarithm of each of the design's quantities changes of the logarithm of `percent`.
    package let gradient: [Double]
    /// From day to day for its times in states, as a log-deviation.
    package let logDeviation: Double
  }

  /// Simulates strategies, and the design in which all of them stand.
  ///
  /// - Returns: by request and instant.
  package static func expecting(
    _ requests: [Request], device: DeviceProfile, network: NetworkProfile, seeds: Int
  ) throws(InputError) -> (design: PhoneDesign, expectations: [[Expectation]]) {
    let prices = device.values.keys.filter { isPrice($0, of: device) }.sorted()
    var shares: [String: Double] = [:]
    var exposures: [DrainExposure] = []
    for request in requests {
      let exposure = try DrainExposure(
        keys: prices, device: device, network: network, scenario: request.scenario, strategy: request.strategy,
        instants: request.instants, seeds: seeds)
      exposures.append(exposure)
      add(exposure, of: prices, device, to: &shares)
    }
    let phone = PhoneDesign(device: device, shares: shares)
    let places = Dictionary(uniqueKeysWithValues: prices.enumerated().map { ($1, $0) })
    let expectations = zip(requests, exposures).map { request, exposure in
      request.instants.indices.map { instant -> Expectation in
        let total = exposure.total[instant] / 3600
        var gradient = [Double](repeating: 0, count: phone.design.quantities.count)
        for (quantity, key) in phone.keys.prefix(phone.measured).enumerated() where total > 0 {
          let count = places[key].map { exposure.counts[instant][$0] } ?? 0
          gradient[quantity] = count * (device.values[key]?.mean ?? 0) / (isPower(key) ? 1 : 3600) / total
        }
        if let divisor = phone.design.divisor { gradient[divisor] = -1 }
        return Expectation(
          percent: total * phone.design.percentPerWattHour, gradient: gradient, logDeviation: exposure.logDeviation)
      }
    }
    return (phone, expectations)
  }

  /// The covariance of the quantities' logarithms, before the data.
  package var covariance: [[Double]] {
    var matrix = design.quantities.indices.map { row in
      design.quantities.indices.map {
        $0 == row ? design.quantities[row].logDeviation * design.quantities[row].logDeviation : 0
      }
    }
    for pair in design.covariances {
      matrix[pair.first][pair.second] = pair.covariance
      matrix[pair.second][pair.first] = pair.covariance
    }
    return matrix
  }
}
