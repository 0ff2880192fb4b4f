import DeviceModel
import Estimation
import FileFormats
import Quantities
import RealModule
import World

/// The network profile of a drive: the base's values, with those that the drive tells in their place.
struct DriveNetwork {
  private(set) var profile: NetworkProfile
  /// What was put in, for the page: key, value, base's value.
  private(set) var changes: [(key: String, value: String, base: String)] = []
  private let base: NetworkProfile
  private let source: String

  /// The access that a network of the catalogue is chosen by: the one with the largest share of time.
  static func technology(_ radio: DriveRadio) -> RadioTechnology? {
    for share in radio.accesses?.shares ?? [] {
      switch DriveAccess.allCases[share.access] {
      case .lte: return .lte
      case .umts: return .umts
      case .nrNSA: return .nrNSA
      case .nrSA: return .nrSA
      case .none, .gsm: continue
      }
    }
    return nil
  }

  static func access(of technology: RadioTechnology) -> DriveAccess {
    switch technology {
    case .lte: .lte
    case .umts: .umts
    case .nrNSA: .nrNSA
    case .nrSA: .nrSA
    }
  }

  init(name: String, base: NetworkProfile, source: String) {
    self.base = base
    self.source = source
    profile = base
    profile.name = name
  }

  /// Rates at a reference power, and how they follow it.
  ///
  /// - Parameter followsLevel: `false` for a further access: the simulated way has the received power of the main one, and
  ///   another access is not heard at that. Its rates hold wherever it is.
  mutating func take(_ throughput: DriveThroughput, followsLevel: Bool = true) {
    let access = Self.access(of: profile.technology)
    let own = throughput.fitted.filter { $0.access == access }
    guard !own.isEmpty else { return }
    // One reference for both directions, inside the data.
    let levels = own.flatMap { $0.samples.map(\.level) }.sorted()
    let reference = levels[levels.count / 2].rounded()
    var knees: [Double] = []
    var slopes = false
    for entry in own {
      let (key, slopeKey) = ("\(entry.direction.rawValue)_rate", "throughput.\(entry.direction.rawValue)_slope")
      let (rate, error) = Self.rate(entry.fit, at: reference)
      let between = Self.betweenDrives(entry)
      let relative = (error * error + between * between).squareRoot() * Double.log(10)
      set(key, mean: rate, deviation: rate * (Double.exp(min(2, relative)) - 1), model: entry.fit.levelModel.rawValue)
      guard followsLevel, let slope = entry.fit.levelSummary["slope"] else { continue }
      slopes = true
      set(slopeKey, mean: slope.value, deviation: slope.standardError ?? 0, model: entry.fit.levelModel.rawValue)
      if let knee = entry.fit.levelSummary["knee"] { knees.append(knee.value) }
    }
    guard slopes else {
      profile.values = profile.values.filter { !$0.key.hasPrefix("throughput.") }
      return
    }
    set("throughput.reference", mean: reference, deviation: 0, model: "the middle of the log")
    // Above the data a rate is not extrapolated.
    let top = own.filter { $0.fit.levelModel != .constant }.map(\.fit.levels.upperBound).max() ?? reference
    set(
      "throughput.saturates_at", mean: knees.min() ?? top, deviation: 0,
      model: knees.isEmpty ? "the upper end of the log" : "level_saturated")
  }

  /// Further accesses along the way: shares, stays and what follows them.
  ///
  /// - Parameter networks: the profiles of the other accesses.
  /// - Returns: what could not be taken.
  mutating func take(_ ways: AccessWayFit, networks: [RadioTechnology: NetworkProfile]) -> [NotInformed] {
    guard let main = Self.number(profile.technology) else { return [] }
    var missing: [NotInformed] = []
    var taken: [(technology: RadioTechnology, network: NetworkProfile, fit: AccessWayFit.Access)] = []
    for technology in RadioTechnology.allCases where technology != profile.technology {
      guard let number = Self.number(technology), let fit = ways.accesses.first(where: { $0.access == number })
      else { continue }
      guard let network = networks[technology] else {
        missing.append(
          NotInformed(
            "\(technology.title) along the way", "the base device has no modem for it",
            "\(profile.technology.title) there"))
        continue
      }
      guard fit.stay != nil, fit.share > 0 else {
        missing.append(
          NotInformed(
            "\(technology.title) along the way", "no way was made on it between two accesses",
            "\(profile.technology.title) there"))
        continue
      }
      taken.append((technology, network, fit))
    }
    let own = ways.accesses.first { $0.access == main }
    let way = taken.reduce(own?.metres ?? 0) { $0 + $1.fit.metres }
    guard !taken.isEmpty else { return missing }
    guard let own, way > 0, own.share > 0.01 else {
      missing.append(
        NotInformed(
          "changes of access", "the way on \(profile.technology.title) is too short",
          "\(profile.technology.title) all the way"))
      return missing
    }
    let before = (values: profile.values, changes: changes)
    for key in profile.values.keys where key.hasPrefix("access.") { profile.values[key] = nil }
    profile.accesses = [:]
    for entry in taken {
      let section = "access.\(entry.technology.rawValue)"
      let share = entry.fit.metres / way
      profile.accesses[entry.technology] = entry.network
      changes.append(("\(section).network", entry.network.name, "-"))
      set("\(section).share", mean: share, deviation: entry.fit.shareError * share / entry.fit.share, model: Self.model)
      set("\(section).stay", mean: entry.fit.stay ?? 0, deviation: entry.fit.stayError ?? 0, model: Self.model)
    }
    setFollowers(taken.map { ($0.technology, $0.fit) })
    // Draws of all shares leave something to the network itself.
    let shares = taken.map { "access.\($0.technology.rawValue).share" }
    let sum = shares.reduce(0) { $0 + (profile.values[$1]?.mean ?? 0) }
    for key in shares {
      guard var value = profile.values[key] else { continue }
      let most = Self.rounded(value.mean + 0.99 * (1 - sum) * value.mean / sum)
      value.range = value.range.lowerBound...max(value.mean, min(value.range.upperBound, most))
      profile.values[key] = value
    }
    if let fault = profile.validate().first ?? profile.accessContradiction {
      (profile.values, profile.accesses, changes) = (before.values, base.accesses, before.changes)
      missing.append(NotInformed("changes of access", fault.message, "\(profile.technology.title) all the way"))
    }
    return missing
  }

  private static let model = "stays along the way"

  /// What follows a stay other than the network itself, never more often than the other access is entered.
  private mutating func setFollowers(_ taken: [(technology: RadioTechnology, fit: AccessWayFit.Access)]) {
    for (follower, entered) in taken {
      guard let number = Self.number(follower) else { continue }
      let leaving = taken.compactMap { technology, fit in
        technology == follower ? nil : fit.share(of: number).map { (technology, fit.stays * $0.value, $0) }
      }
      let flow = leaving.reduce(0) { $0 + $1.1 }
      let factor = flow > 0.9 * entered.stays ? 0.9 * entered.stays / flow : 1
      for (technology, _, share) in leaving where share.value > 0 {
        let key = "access.\(technology.rawValue).next.\(follower.rawValue)"
        set(key, mean: share.value * factor, deviation: share.error * factor, model: Self.model)
        guard var value = profile.values[key] else { continue }
        // Several followers of one access add up to one at most.
        let others = taken.count - 1
        value.range =
          min(
            value.mean, value.range.lowerBound)...max(
            value.mean, min(value.range.upperBound, others > 1 ? value.mean : 1))
        if value.range.lowerBound == value.range.upperBound { (value.distribution, value.deviation) = (.fixed, 0) }
        profile.values[key] = value
      }
    }
  }

  private static func number(_ technology: RadioTechnology) -> Int? {
    DriveAccess.allCases.firstIndex(of: access(of: technology))
  }

  /// The radius of cells at which the simulator's phone changes cells as often as the log's did.
  mutating func takeRadius(_ radius: DriveCellRadius) {
    set(
      "cell_radius.suburban", mean: radius.metres, deviation: radius.deviation, model: "cell changes of the simulator")
  }

  mutating func takeWeakLevel(_ knee: FittedParameter) {
    set("coverage.weak_below", mean: knee.value, deviation: knee.standardError ?? 0, model: "hinge of radio power")
  }

  /// Median rate at a level with the error of its decimal logarithm.
  private static func rate(_ fit: ThroughputFit, at level: Double) -> (rate: Double, error: Double) {
    let summary = fit.levelSummary
    var slopes = [1.0]
    switch fit.levelModel {
    case .level: slopes.append((level - ThroughputModel.reference) / 10)
    case .levelSaturated:
      let (slope, knee) = (summary["slope"]?.value ?? 0, summary["knee"]?.value ?? 0)
      slopes += level < knee ? [(level - knee) / 10, -slope / 10] : [0, 0]
    default: break
    }
    var variance = 0.0
    for i in slopes.indices { for j in slopes.indices { variance += slopes[i] * slopes[j] * summary.covariance[i][j] } }
    return (fit.median(at: level), max(0, variance).squareRoot())
  }

  /// Variance of lg(rate) between drives of one town and access, with its degrees of freedom: from 11 medians of downlink of five
  /// logs, 5G, LTE and 3G apart (Raca et al., MMSys 2020, computed from the logs).
  private static let usualVariance = (value: 0.044, freedom: 8.0)

  /// Deviation of lg(rate) of another drive, what is usual pooled with what these drives show.
  private static func betweenDrives(_ entry: DriveThroughput.Fitted) -> Double {
    let groups = Dictionary(grouping: entry.samples, by: \.drive).filter { $0.value.count >= 60 }
    let means = groups.keys.sorted().map { drive -> Double in
      let rows = groups[drive] ?? []
      return rows.reduce(0) { $0 + Double.log10($1.rate) - Double.log10(entry.fit.median(at: $1.level)) }
        / Double(rows.count)
    }
    let count = Double(max(1, means.count))
    let mean = means.reduce(0, +) / count
    let squares = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let variance = (usualVariance.value * usualVariance.freedom + squares) / (usualVariance.freedom + count - 1)
    return (variance * (1 + 1 / count)).squareRoot()
  }

  /// A value in the key's range, with a spread that profiles accept.
  private mutating func set(_ key: String, mean: Double, deviation: Double, model: String) {
    guard let schema = NetworkSchema.schema(of: key), mean.isFinite else { return }
    let valid = schema.validRange
    let mean = Self.rounded(min(valid.upperBound, max(valid.lowerBound, mean)))
    var deviation = Self.rounded(min(deviation.isFinite ? deviation : 0, schema.largestDeviation / 4))
    var value: ProfileValue
    let text = "\(source), model \(model)"
    if deviation <= 0 {
      value = ProfileValue(
        mean: mean, deviation: 0, range: mean...mean, distribution: .fixed, trust: .fitted, source: text)
    } else if mean > 0, deviation > mean / 8 {
      deviation = min(deviation, 2 * mean)
      let factor = Double.pow(1 + deviation / mean, 4)
      value = ProfileValue(
        mean: mean, deviation: deviation,
        range: max(valid.lowerBound, Self.rounded(mean / factor))...min(valid.upperBound, Self.rounded(mean * factor)),
        distribution: .lognormal, trust: .fitted, source: text)
    } else {
      value = ProfileValue(
        mean: mean, deviation: deviation,
        range: max(
          valid.lowerBound, Self.rounded(mean - 4 * deviation))...min(
            valid.upperBound, Self.rounded(mean + 4 * deviation)),
        distribution: .normal, trust: .fitted, source: text)
    }
    if value.range.lowerBound == value.range.upperBound { (value.distribution, value.deviation) = (.fixed, 0) }
    profile.values[key] = value
    // A correlation belongs to the value that it was given with.
    profile.correlations.removeAll { $0.first == key || $0.second == key }
    changes.append(
      (
        key,
        schema.dimension.describe(mean)
          + (value.deviation > 0 ? " ± \(schema.dimension.describe(value.deviation))" : ""),
        base.values[key].map { schema.dimension.describe($0.mean) } ?? "-"
      ))
  }

  /// Four digits: a fit knows no more.
  static func rounded(_ value: Double) -> Double {
    guard value != 0, value.isFinite else { return value }
    let scale = Double.pow(10, 3 - Double.log10(abs(value)).rounded(.down))
    guard scale.isNormal else { return value }
    // Powers of ten below one divide exactly where they do not multiply exactly.
    return scale >= 1 ? (value * scale).rounded() / scale : (value * scale).rounded() * (1 / scale).rounded()
  }
}

/// The radius of suburban cells at which the simulated phone meets as many cells on the same way.
///
/// Indirect inference (Gourieroux, Monfort and Renault 1993): the logs are looked at every five seconds, as the simulated
/// modem does; on the drives' scenarios cell changes per kilometre are counted for radii from 0.1 to 12 km, eight draws of
/// towers and shadows each, and the radius is read off at the logs' rate.
struct DriveCellRadius {
  let metres: Double
  let deviation: Double
  /// 95 %, in metres.
  let range: ClosedRange<Double>
  /// Whether the radius is known to better than a factor of two either way.
  var isIdentified: Bool { range.upperBound <= 4 * range.lowerBound }
  /// Changes per kilometre of the logs, seen every five seconds.
  let observed: FittedParameter
  /// Simulated changes per kilometre by radius, for the plot.
  let curve: [(metres: Double, rate: Double)]

  private static let interval = 5.0
  private static let seeds: ClosedRange<UInt64> = 1...8

  /// `nil` where the logs' rate is beyond what any radius gives, or no cell changed.
  init?(_ data: DriveData, scenarios: [Scenario]) {
    let thinned = data.drives.map { drive -> (name: String, points: [DrivePoint]) in
      var last = -Double.infinity
      return (
        drive.name,
        drive.points.filter { point in
          guard point.cell != nil, point.time - last >= Self.interval - 0.5 else { return false }
          last = point.time
          return true
        }
      )
    }
    guard !scenarios.isEmpty, let fit = try? HandoverFit(thinned), fit.rate.count > 0,
      let rate = fit.summary["handovers_per_km"], let interval = rate.interval95
    else { return nil }
    observed = rate
    var curve: [(metres: Double, rate: Double)] = []
    for step in 0...10 {
      let metres = 100 * Double.pow(120, Double(step) / 10)
      var (changes, kilometres) = (0, 0.0)
      for scenario in scenarios {
        for seed in Self.seeds {
          let world = WorldRealization(
            scenario: scenario, seed: seed, environment: RadioEnvironment(suburban: .metres(metres)),
            keepsLatents: false)
          let cells = world.servingCells.steps.compactMap(\.value)
          changes += zip(cells, cells.dropFirst()).count { $0 != $1 }
          kilometres += world.journey.length / 1000
        }
      }
      guard kilometres > 0.2 else { return nil }
      curve.append((metres, max(Double(changes), 0.3) / kilometres))
    }
    // Larger cells are left less often; what rises is chance.
    for index in curve.indices.dropFirst() { curve[index].rate = min(curve[index].rate, curve[index - 1].rate * 0.999) }
    self.curve = curve
    func radius(_ rate: Double) -> Double? {
      guard let first = curve.first, let last = curve.last, rate > 0 else { return nil }
      if rate > first.rate || rate < last.rate { return nil }
      for (a, b) in zip(curve, curve.dropFirst()) where rate <= a.rate && rate >= b.rate {
        let share = (Double.log(a.rate) - Double.log(rate)) / (Double.log(a.rate) - Double.log(b.rate))
        return a.metres * Double.pow(b.metres / a.metres, share)
      }
      return nil
    }
    guard let middle = radius(rate.value) else { return nil }
    let low = radius(interval.upperBound) ?? curve[0].metres
    let high = radius(max(interval.lowerBound, 1e-9)) ?? curve[curve.count - 1].metres
    metres = middle
    range = min(low, middle)...max(high, middle)
    // Lognormal: an end beyond all radii is taken as the last one.
    let spread = Double.log(max(high, middle) / min(low, middle)) / (2 * 1.959964)
    deviation = middle * (Double.exp(spread * spread) - 1).squareRoot()
  }
}
