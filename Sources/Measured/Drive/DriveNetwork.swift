import DeviceModel
import Documents
import Estimation
import FileFormats
import Core
import RealModule
import Reports
import World

/// The network profile of a drive: the base's values, with those that the drive tells in their place.
struct DriveNetwork {
  private(set) var profile: NetworkProfile
  /// What was put in, for the page: key, value, base's value.
  private(set) var changes: [(key: String, value: String, base: String)] = []
  /// Estimates that profiles do not take as they are.
  private(set) var notes: [String] = []
  private var correlations = DriveCorrelations()
  private let base: NetworkProfile
  private let source: String

  /// The access that a network of the catalogue is chosen by: the one with the largest share of time.
  static func technology(_ radio: DriveRadio) -> RadioTechnology? {
    (radio.accesses?.accesses ?? []).lazy.compactMap { share in
      RadioTechnology.allCases.first { number($0) == share.access }
    }.first
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
    (self.base, self.source) = (base, source)
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
    let reference = Self.reference(
      own.flatMap { $0.samples.map(\.level) }, ends: own.map(\.fit.levels.lowerBound),
      knees: own.compactMap { $0.fit.levelSummary["knee"] })
    let knees = own.compactMap { entry in entry.fit.levelSummary["knee"].map { (entry.direction, $0) } }
    let knee = followsLevel ? knees.min { $0.1.value < $1.1.value } : nil
    var slopes = false
    for entry in own {
      let (key, slopeKey) = ("\(entry.direction.rawValue)_rate", "throughput.\(entry.direction.rawValue)_slope")
      let rate = LevelRate(entry.fit.levelModel, entry.fit.levelSummary, at: reference)
      let between = DriveDifferences(entry.samples, around: entry.fit).another
      let error = (rate.variance + between * between).squareRoot()
      set(
        key, median: entry.fit.median(at: reference), logError: error * Double.log(10),
        model: entry.fit.levelModel.rawValue)
      guard followsLevel, let slope = entry.fit.levelSummary["slope"] else { continue }
      slopes = true
      set(slopeKey, mean: slope.value, deviation: slope.standardError ?? 0, model: entry.fit.levelModel.rawValue)
      correlations.add(key, slopeKey, rate.correlation("slope", error: error))
      guard let knee, knee.0 == entry.direction else { continue }
      correlations.add(key, Self.saturation, rate.correlation("knee", error: error))
      correlations.add(slopeKey, Self.saturation, rate.correlation("slope", "knee"))
    }
    guard slopes else {
      profile.values = profile.values.filter { !$0.key.hasPrefix("throughput.") }
      return
    }
    set("throughput.reference", mean: reference, deviation: 0, model: "the middle of the log, below the knee")
    // Above the data a rate is not extrapolated.
    let top = own.filter { $0.fit.levelModel != .constant }.map(\.fit.levels.upperBound).max() ?? reference
    set(
      Self.saturation, mean: knee?.1.value ?? top, deviation: knee?.1.standardError ?? 0,
      model: knee == nil ? "the upper end of the log" : "level_saturated")
  }

  private static let saturation = "throughput.saturates_at"

  /// One received power for both directions, inside the data. Rates grow no more above the knee, so that it lies two standard
  /// errors below.
  ///
  /// - Parameter ends: where the data of each direction begin.
  static func reference(_ levels: [Double], ends: [Double], knees: [FittedParameter]) -> Double {
    let middle = levels.sorted()[levels.count / 2].rounded()
    let least = ends.max() ?? middle
    let below = knees.map { ($0.value - 2 * ($0.standardError ?? 0)).rounded(.down) }.min() ?? middle
    return min(middle, max(below, least), knees.map { $0.value.rounded(.down) }.min() ?? middle)
  }

  /// Further accesses along the way: shares, stays and what follows them.
  ///
  /// - Parameters:
  ///   - networks: the profiles of the other accesses.
  ///   - outcome: gets what could not be taken.
  mutating func take(
    _ ways: AccessFit, networks: [RadioTechnology: NetworkProfile], _ outcome: inout DriveFindings
  ) {
    guard let main = Self.number(profile.technology) else { return }
    var taken: [(technology: RadioTechnology, network: NetworkProfile, fit: AccessFit.Access)] = []
    for technology in RadioTechnology.allCases where technology != profile.technology {
      guard let number = Self.number(technology), let fit = ways.accesses.first(where: { $0.access == number })
      else { continue }
      guard let network = networks[technology] else {
        outcome.miss(
          "\(technology.title) along the way", "the base device has no modem for it",
          "\(profile.technology.title) there")
        continue
      }
      guard fit.stay != nil, fit.share.value > 0 else {
        outcome.miss(
          "\(technology.title) along the way", "no way was made on it between two accesses",
          "\(profile.technology.title) there")
        continue
      }
      taken.append((technology, network, fit))
    }
    let own = ways.accesses.first { $0.access == main }
    let way = taken.reduce(own?.amount ?? 0) { $0 + $1.fit.amount }
    guard !taken.isEmpty else { return }
    guard let own, way > 0, own.share.value > 0.01 else {
      outcome.miss(
        "changes of access", "the way on \(profile.technology.title) is too short",
        "\(profile.technology.title) all the way")
      return
    }
    let before = self
    for key in profile.values.keys where key.hasPrefix("access.") { profile.values[key] = nil }
    profile.accesses = [:]
    for entry in taken {
      let section = "access.\(entry.technology.rawValue)"
      let share = entry.fit.amount / way
      profile.accesses[entry.technology] = entry.network
      changes.append(("\(section).network", entry.network.name, "-"))
      // A share of which nothing shows how it varies may be anything.
      let (found, stay) = (entry.fit.share, entry.fit.stay)
      let error = found.standardError ?? (found.value * (1 - found.value)).squareRoot()
      set("\(section).share", mean: share, deviation: error * share / found.value, model: Self.model)
      set("\(section).stay", mean: stay?.value ?? 0, deviation: stay?.standardError ?? 0, model: Self.model)
    }
    setFollowers(taken.map { ($0.technology, $0.fit) })
    limit(taken.map { "access.\($0.technology.rawValue).share" })
    for entry in taken {
      // Half of a share's variance is that of its own stays, whatever the other accesses do.
      let section = "access.\(entry.technology.rawValue)"
      correlations.add("\(section).share", "\(section).stay", 0.5.squareRoot())
    }
    if let fault = profile.validate().first ?? profile.accessContradiction {
      self = before
      outcome.miss("changes of access", fault.message, "\(profile.technology.title) all the way")
    }
  }

  private static let model = "stays along the way"

  /// Draws of all shares, each at the upper end of its range, add up to less than 1.
  mutating func limit(_ keys: [String]) {
    let values = keys.compactMap { profile.values[$0] }
    let rest = 0.99 * (1 - values.reduce(0) { $0 + $1.mean })
    let deviations = values.reduce(0) { $0 + $1.deviation }
    guard deviations > 0 else { return }
    for key in keys {
      guard var value = profile.values[key], value.deviation > 0 else { continue }
      let most = max(value.mean, DriveValue.rounded(value.mean + rest * value.deviation / deviations))
      guard most < value.range.upperBound else { continue }
      value.range = value.range.lowerBound...most
      if most < value.mean + 2 * value.deviation {
        let end = DecimalText.significant(most, digits: 3)
        notes.append("\(key) is drawn up to \(end): upper ends of shares add up to less than 1")
      }
      profile.values[key] = value
    }
  }

  /// What follows a stay other than the network itself, never more often than the other access is entered.
  mutating func setFollowers(_ taken: [(technology: RadioTechnology, fit: AccessFit.Access)]) {
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
      }
    }
    // Several followers of one access add up to one at most.
    for (technology, _) in taken {
      let keys = taken.map { "access.\(technology.rawValue).next.\($0.technology.rawValue)" }.filter {
        profile.values[$0] != nil
      }
      if keys.count > 1 { limit(keys) }
    }
  }

  private static func number(_ technology: RadioTechnology) -> Int? {
    DriveAccess.allCases.firstIndex(of: access(of: technology))
  }

  /// The radius of cells at which the simulator's phone changes cells as often as the log's did.
  mutating func takeRadius(_ radius: DriveCellRadius) {
    set(
      "cell_radius.suburban", median: radius.metres, logError: radius.logError, model: "cell changes of the simulator")
  }

  mutating func takeWeakLevel(_ knee: FittedParameter) {
    set("coverage.weak_below", mean: knee.value, deviation: knee.standardError ?? 0, model: "hinge of radio power")
  }

  private mutating func set(_ key: String, mean: Double, deviation: Double, model: String) {
    guard let schema = NetworkSchema.schema(of: key), mean.isFinite else { return }
    put(key, schema, DriveValue(key, schema, mean: mean, deviation: deviation, source: "\(source), model \(model)"))
  }

  private mutating func set(_ key: String, median: Double, logError: Double, model: String) {
    guard let schema = NetworkSchema.schema(of: key), median.isFinite else { return }
    put(key, schema, DriveValue(key, schema, median: median, logError: logError, source: "\(source), model \(model)"))
  }

  private mutating func put(_ key: String, _ schema: ParameterSchema, _ made: DriveValue) {
    profile.values[key] = made.value
    notes += made.notes
    changes.append(
      (key, made.text, base.values[key].map { schema.dimension.describe($0.mean) } ?? "-"))
  }

  // MARK: - Together

  /// Puts the correlations of the fits into the profile; to be called once, after all values.
  mutating func settle() {
    let own = Set(changes.map(\.key))
    // A correlation of the base belongs to the values that it was given with.
    let kept = profile.correlations.filter {
      !own.contains($0.first) && !own.contains($0.second) && profile.values[$0.first] != nil
        && profile.values[$0.second] != nil
    }
    var draft = profile
    notes += correlations.put(
      into: &profile.correlations, kept: kept, values: profile.values, source: "\(source), one fit"
    ) { all in
      draft.correlations = all
      return !draft.validate().contains { $0.key == "correlations" }
    }
  }

  /// Values, standard errors and correlations of what was fitted; `nil` for a single value, which stands in the file.
  var joint: FitSection? {
    let keys = changes.map(\.key).filter { profile.values[$0]?.deviation ?? 0 > 0 }
    guard keys.count > 1 || !notes.isEmpty else { return nil }
    let parameters = keys.compactMap { key -> FitSection.Parameter? in
      guard let value = profile.values[key], let schema = NetworkSchema.schema(of: key) else { return nil }
      return .init(
        name: key, value: value.mean, standardError: value.deviation,
        interval: value.quantile(atShare: 0.025)...value.quantile(atShare: 0.975),
        method: "\(value.distribution.rawValue) distribution, as drawn",
        unit: schema.unit)
    }
    return FitSection(
      title: "Joint distribution in networks/\(profile.name).yml",
      formula: "values of one fit are drawn together; fits are taken as independent: throughput of each direction, "
        + "access along the way, cell radius, power against received power. Intervals are of the distributions that seeds draw "
        + "from; those of the estimates stand with each fit below.",
      parameters: parameters,
      correlation: keys.map { first in
        keys.map { second in
          first == second
            ? 1
            : profile.correlations.first { Set([$0.first, $0.second]) == [first, second] }?.value ?? 0
        }
      }, warnings: notes)
  }
}

/// How the logarithm of the median rate at a received power varies with the parameters of its fit.
struct LevelRate {
  /// Of lg(rate).
  let variance: Double
  private let summary: FitSummary
  private let slopes: [Double]

  init(_ model: ThroughputModel, _ summary: FitSummary, at level: Double) {
    self.summary = summary
    var slopes = [1.0]
    switch model {
    case .level: slopes.append((level - ThroughputModel.reference) / 10)
    case .levelSaturated:
      let (slope, knee) = (summary["slope"]?.value ?? 0, summary["knee"]?.value ?? 0)
      slopes += level < knee ? [(level - knee) / 10, -slope / 10] : [0, 0]
    default: break
    }
    self.slopes = slopes
    var variance = 0.0
    for i in slopes.indices { for j in slopes.indices { variance += slopes[i] * slopes[j] * summary.covariance[i][j] } }
    self.variance = max(0, variance)
  }

  private func index(_ name: String) -> Int? { summary.parameters.firstIndex { $0.name == name } }

  /// Of lg(rate) and a parameter.
  ///
  /// - Parameter error: of lg(rate), with what comes from elsewhere, such as differences between drives.
  func correlation(_ name: String, error: Double) -> Double {
    guard let k = index(name), summary.covariance[k][k] > 0, error > 0 else { return 0 }
    let both = slopes.indices.reduce(0) { $0 + slopes[$1] * summary.covariance[$1][k] }
    return both / (error * summary.covariance[k][k].squareRoot())
  }

  func correlation(_ first: String, _ second: String) -> Double {
    guard let i = index(first), let j = index(second) else { return 0 }
    return summary.correlation[i][j]
  }
}

/// The radius of suburban cells at which the simulated phone meets as many cells on the same way.
///
/// Indirect inference (Gourieroux, Monfort and Renault 1993): the logs are looked at every five seconds, as the simulated
/// modem does; on the drives' scenarios cell changes per kilometre are counted for radii from 0.1 to 12 km, eight draws of
/// towers and shadows each, and the radius is read off at the logs' rate.
struct DriveCellRadius {
  let metres: Double
  /// Of its natural logarithm.
  let logError: Double
  /// 95 %, in metres.
  let range: ClosedRange<Double>
  /// Whether both ends lie inside the radii that were tried.
  private let isInside: Bool
  /// Whether the radius is known to better than a factor of two either way.
  var isIdentified: Bool { isInside && range.upperBound <= 4 * range.lowerBound }
  /// Changes per kilometre of the logs, seen every five seconds.
  let observed: FittedParameter
  /// Simulated changes per kilometre by radius, for the plot.
  let curve: [(metres: Double, rate: Double)]

  private static let interval = 5.0
  private static let seeds: ClosedRange<UInt64> = 1...8

  /// `nil` where the logs' rate is beyond what any radius gives, or no cell changed.
  init?(_ data: DriveData, scenarios: [Scenario]) {
    let thinned = data.drives.map { (name: $0.name, points: Self.thinned($0.points)) }
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
      curve.append((metres, Self.rate(changes, kilometres, after: curve.last?.rate)))
    }
    self.curve = curve
    guard let middle = Self.radius(at: rate.value, on: curve) else { return nil }
    let low = Self.radius(at: interval.upperBound, on: curve)
    let high = Self.radius(at: max(interval.lowerBound, 1e-9), on: curve)
    isInside = low != nil && high != nil
    metres = middle
    (range, logError) = Self.spread(low ?? curve[0].metres, middle, high ?? curve[curve.count - 1].metres)
  }

  /// What the simulated modem, which looks every five seconds, sees of a drive.
  static func thinned(_ points: [DrivePoint]) -> [DrivePoint] {
    var last = -Double.infinity
    return points.filter { point in
      guard point.cell != nil, point.time - last >= interval - 0.5 else { return false }
      last = point.time
      return true
    }
  }

  /// Changes per kilometre: no change at all is a third of one, and larger cells are left less often; what rises is chance.
  static func rate(_ changes: Int, _ kilometres: Double, after smaller: Double?) -> Double {
    min(max(Double(changes), 0.3) / kilometres, smaller.map { $0 * 0.999 } ?? .infinity)
  }

  /// 95 % around a radius, and the deviation of its logarithm. The simulated rate has an error too: that of as many draws.
  static func spread(_ low: Double, _ middle: Double, _ high: Double) -> (range: ClosedRange<Double>, logError: Double)
  {
    let growth = (1 + 1 / Double(seeds.count)).squareRoot()
    let range = middle * Double.pow(min(1, low / middle), growth)...middle * Double.pow(max(1, high / middle), growth)
    return (range, Double.log(range.upperBound / range.lowerBound) / (2 * 1.959964))
  }

  /// Between two radii both logarithms are on a line; `nil` beyond those that were tried.
  static func radius(at rate: Double, on curve: [(metres: Double, rate: Double)]) -> Double? {
    for (a, b) in zip(curve, curve.dropFirst()) where rate > 0 && rate <= a.rate && rate >= b.rate {
      let share = (Double.log(a.rate) - Double.log(rate)) / (Double.log(a.rate) - Double.log(b.rate))
      return a.metres * Double.pow(b.metres / a.metres, share)
    }
    return nil
  }
}
