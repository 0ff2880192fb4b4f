import DeviceModel
import Documents
import FileFormats
import Core
import Testing

@testable import Estimation
@testable import Measured

/// Values and correlations that a drive puts into profiles, by hand.
@Suite struct DriveNetworkTests {
  private static let power = ParameterSchema("gnss.made_up", .power, 0...10, .optional, "made up")
  private static let length = ParameterSchema("cells.made_up", .distance, 50...12_000, .optional, "made up")

  /// Deviations above an eighth of a mean are lognormal; ranges end at four deviations.
  @Test func smallErrorsAreNormal() {
    let normal = DriveValue("k", Self.power, mean: 0.8, deviation: 0.0999, source: "s").value
    #expect(normal.distribution == .normal && normal.deviation == 0.0999)
    #expect(abs(normal.range.lowerBound - 0.4004) < 1e-12 && abs(normal.range.upperBound - 1.2) < 1e-3)
    let lognormal = DriveValue("k", Self.power, mean: 0.8, deviation: 0.1001, source: "s").value
    #expect(lognormal.distribution == .lognormal)
    // ln(1 + (0.1001 / 0.8)^2) = 0.015535: four deviations are a factor of 1.6464 either way of 0.79381.
    #expect(abs(lognormal.range.upperBound - 1.307) < 1e-3 && abs(lognormal.range.lowerBound - 0.4821) < 1e-3)
    #expect(lognormal.trust == .fitted && lognormal.source == "s")
  }

  /// A median of 700 m known to 0.3 of its logarithm: the mean is 700 exp(0.045).
  @Test func aMedianHasALargerMean() {
    let value = DriveValue("k", Self.length, median: 700, logError: 0.3, source: "s").value
    #expect(abs(value.mean - 732.2) < 0.1 && value.distribution == .lognormal)
    // 732.2 (exp(0.09) - 1)^(1/2).
    #expect(abs(value.deviation - 224.7) < 0.1)
    #expect(abs(value.quantile(atShare: 0.5) - 700) < 0.5)
  }

  @Test func whatNoProfileTakesIsSaid() {
    let small = DriveValue("k", Self.length, mean: 31, deviation: 1, source: "s")
    #expect(small.value.mean == 50 && small.notes.count == 1)
    let unknown = DriveValue("k", Self.power, mean: 2, deviation: .infinity, source: "s")
    #expect(unknown.value.deviation <= ProfileValue.largestLogNormalSpread * 2 && unknown.notes.count == 1)
    let exact = DriveValue("k", Self.power, mean: 2, deviation: 0, source: "s")
    #expect(exact.value.distribution == .fixed && exact.value.range == 2...2 && exact.notes.isEmpty)
  }

  private static func values(_ keys: [String]) -> [String: ProfileValue] {
    Dictionary(
      uniqueKeysWithValues: keys.map {
        ($0, ProfileValue(mean: 1, deviation: 0.1, range: 0...2, distribution: .normal, trust: .fitted, source: "s"))
      })
  }

  /// Those under 0.02 are left out, 1 becomes 0.995, and what contradicts itself shrinks by 2 % a step.
  @Test func correlationsShrinkUntilTheyArePossible() {
    var pairs = DriveCorrelations()
    pairs.add("a", "b", 0.0199)
    pairs.add("a", "c", -1)
    pairs.add("b", "c", 0.5)
    pairs.add("a", "d", 0.4)
    #expect(pairs.pairs.map(\.value) == [-0.995, 0.5, 0.4])
    var found: [Correlation] = []
    let kept = [Correlation(between: "x", "y", value: 0.3, source: "base")]
    // "d" has no value: its correlation is none.
    let values = Self.values(["a", "b", "c"])
    let notes = pairs.put(into: &found, kept: kept, values: values, source: "s") { all in
      all.allSatisfy { abs($0.value) < 0.96 }
    }
    #expect(notes.count == 1 && notes[0].contains("96 %"))
    #expect(found.map(\.value) == [0.3, -0.9552, 0.48])
    let impossible = pairs.put(into: &found, kept: kept, values: values, source: "s") { $0.count == 1 }
    // Shrunk to nothing, they are none.
    #expect(found == kept && impossible.count == 1)
  }

  /// A value of whose precision the data give less than half is mostly its prior.
  @Test func halfOfThePrecisionMakesAValueFitted() {
    let value = ProfileFragment.Value(key: "k", mean: 1, deviation: 0.1, interval: nil, unit: "W")
    #expect(FitFragment.trusted(value, learned: 0.5).trust == .fitted)
    let prior = FitFragment.trusted(value, learned: 0.49)
    #expect(prior.trust == .estimate && prior.note.contains(" 49"))
    #expect(FitFragment.trusted(value, learned: -0.2).note.contains(" 0 %"))
  }

  // MARK: Outliers

  private static func summary(_ parameters: [(String, Double, ClosedRange<Double>?)], warnings: [FitWarning] = [])
    -> FitSummary
  {
    FitSummary(
      model: "simulator", formula: "",
      parameters: parameters.map {
        FittedParameter(
          name: $0.0, value: $0.1, standardError: 0.01, interval95: $0.2, intervalMethod: .profileLikelihood, unit: "")
      }, covariance: parameters.map { _ in parameters.map { _ in 0 } }, logLikelihood: nil, samples: 100,
      effectiveSamples: 50,
      warnings: warnings)
  }

  @Test func outliersThatTheDataLeaveOpenAreNone() {
    func parameters(share: Double, multiplier: ClosedRange<Double>?) -> [(String, Double, ClosedRange<Double>?)] {
      [("deviation", 3, 2...4), ("outlier_multiplier", 5, multiplier), ("outlier_probability", share, 0.01...0.6)]
    }
    #expect(OutlierFreeError.reason(Self.summary(parameters(share: 0.1, multiplier: 3...8)), missing: nil) == nil)
    #expect(OutlierFreeError.reason(Self.summary(parameters(share: 0.5, multiplier: 3...8)), missing: nil) == nil)
    let rule = OutlierFreeError.reason(Self.summary(parameters(share: 0.51, multiplier: 3...8)), missing: nil)
    #expect(rule == "what the fit calls outliers is the rule")
    let open = OutlierFreeError.reason(Self.summary(parameters(share: 0.1, multiplier: nil)), missing: nil)
    #expect(open == "the data leave the outliers open")
    let bound = Self.summary(
      parameters(share: 0.1, multiplier: 1...8), warnings: [.intervalEndsAtBound(name: "outlier_multiplier", bound: 1)])
    #expect(OutlierFreeError.reason(bound, missing: nil) == "the data leave the outliers open")
    #expect(OutlierFreeError.reason(nil, missing: "why") == "why")
  }

  /// s = (1.3^2 - 0.5^2)^(1/2) = 1.2, known to 0.24 * 1.3 / 1.2 = 0.26; fast and slow as 3 to 4 share it.
  @Test func withoutOutliersTheWholeErrorIsSplitByItsTimes() throws {
    func fit(_ values: [(String, Double)], error: Double?) -> FitSummary {
      FitSummary(
        model: "m", formula: "",
        parameters: values.map {
          FittedParameter(
            name: $0.0, value: $0.1, standardError: error, interval95: nil, intervalMethod: .profileLikelihood,
            unit: "m")
        }, covariance: [], logLikelihood: nil, samples: 100, effectiveSamples: 50, namesCloseCorrelations: false)
    }
    let plain = fit([("deviation", 1.3)], error: 0.24)
    let times = fit([("fast_deviation", 0.9), ("slow_deviation", 1.2)], error: nil)
    let values = try #require(OutlierFreeError.values(plain, times, sky: "urban", white: 0.5))
    #expect(
      values.map(\.key) == ["fast", "slow", "outlier_probability", "outlier_multiplier"].map { "error.urban.\($0)" })
    for (found, wanted) in zip(values.map(\.mean), [0.72, 0.96, 0, 1]) { #expect(abs(found - wanted) < 1e-12) }
    for (found, wanted) in zip(values.map(\.deviation), [0.156, 0.208, nil, nil]) {
      #expect(wanted.map { abs((found ?? 0) - $0) < 1e-12 } ?? (found == nil))
    }
    // Without times all of it is fast.
    let fast = try #require(OutlierFreeError.values(plain, nil, sky: "urban", white: 0.5))
    #expect(abs(fast[0].mean - 1.2) < 1e-12 && fast[1].mean == 0 && fast[1].deviation == nil)
    #expect(OutlierFreeError.values(plain, nil, sky: "urban", white: 1.3) == nil)
  }
}

/// Rates, radii and shares of the way, by hand.
@Suite struct DriveNetworkFormulaTests {
  private static func summary(_ parameters: [(String, Double)], _ covariance: [[Double]]) -> FitSummary {
    FitSummary(
      model: "m", formula: "",
      parameters: parameters.enumerated().map { place, parameter in
        FittedParameter(
          name: parameter.0, value: parameter.1, standardError: covariance[place][place].squareRoot(), interval95: nil,
          intervalMethod: .correlatedStudentT, unit: "")
      }, covariance: covariance, logLikelihood: nil, samples: 100, effectiveSamples: 50, namesCloseCorrelations: false)
  }

  /// At -83 dBm lg(rate) = a + 1.7 b: 0.04 + 2 * 1.7 * 0.003 + 2.89 * 0.0025.
  @Test func aRatesErrorGrowsWithTheDistanceFromTheReference() {
    let summary = Self.summary([("intercept", 7), ("slope", 0.6)], [[0.04, 0.003], [0.003, 0.0025]])
    let rate = LevelRate(.level, summary, at: -83)
    #expect(abs(rate.variance - 0.057425) < 1e-12)
    // (0.003 + 1.7 * 0.0025) / (0.5 * 0.05).
    #expect(abs(rate.correlation("slope", error: 0.5) - 0.29) < 1e-12)
    #expect(rate.correlation("knee", error: 0.5) == 0 && abs(rate.correlation("intercept", "slope") - 0.3) < 1e-12)
    #expect(abs(LevelRate(.constant, summary, at: -83).variance - 0.04) < 1e-12)
  }

  /// Below a knee at -90 dBm lg(rate) = a + b (r - knee) / 10: slopes 1, -0.7 and -0.06 at -97 dBm. Above it only a counts.
  @Test func belowAKneeTheKneeCounts() {
    let covariance = [[0.04, 0.003, 0.1], [0.003, 0.0025, -0.02], [0.1, -0.02, 4]]
    let summary = Self.summary([("intercept", 7), ("slope", 0.6), ("knee", -90)], covariance)
    let below = LevelRate(.levelSaturated, summary, at: -97)
    // 0.04 + 0.49 * 0.0025 + 0.0036 * 4 - 1.4 * 0.003 - 0.12 * 0.1 - 0.084 * 0.02.
    #expect(abs(below.variance - 0.037745) < 1e-12)
    // (0.1 + 0.7 * 0.02 - 0.06 * 4) / (0.3 * 2).
    #expect(abs(below.correlation("knee", error: 0.3) + 0.21) < 1e-12)
    let above = LevelRate(.levelSaturated, summary, at: -89)
    #expect(abs(above.variance - 0.04) < 1e-12 && abs(above.correlation("slope", error: 0.3) - 0.2) < 1e-12)
  }

  /// The median of the log, but two standard errors below a knee and inside the data of both directions.
  @Test func ratesAreOfOnePowerBelowTheKnee() {
    func reference(_ knees: [(Double, Double)]) -> Double {
      DriveNetwork.reference(
        [-84, -112, -97, -101, -93], ends: [-110, -105],
        knees: knees.map {
          FittedParameter(
            name: "knee", value: $0.0, standardError: $0.1, interval95: nil, intervalMethod: .correlatedStudentT,
            unit: "dBm")
        })
    }
    #expect(reference([]) == -97)
    #expect(reference([(-95, 3)]) == -101)
    #expect(reference([(-95, 3), (-96, 3.4)]) == -103)
    #expect(reference([(-95, 7)]) == -105)
    #expect(reference([(-106.4, 1)]) == -107)
    #expect(reference([(-80, 0.7)]) == -97)
  }

  /// Half of the way in the logarithm of the rate is half of it in that of the radius.
  @Test func aRadiusIsReadOffInLogarithms() {
    let curve: [(metres: Double, rate: Double)] = [(100, 8), (400, 2), (3200, 1)]
    for (rate, metres) in [(8, 100), (4, 200), (2, 400), (2.0.squareRoot(), 1131.3708), (1, 3200)] {
      #expect(abs((DriveCellRadius.radius(at: rate, on: curve) ?? 0) - metres) < 1e-3, "\(rate)")
    }
    #expect(DriveCellRadius.radius(at: 8.1, on: curve) == nil && DriveCellRadius.radius(at: 0.9, on: curve) == nil)
  }

  /// A look each five seconds, half a second early at most, at rows that name a cell.
  @Test func aDriveIsSeenEveryFiveSeconds() {
    let points = [(0.0, 3), (4.4, 3), (4.5, 4), (7, 4), (9.2, nil), (9.3, 5), (13.7, 5), (13.9, 6), (30, 7), (34, 7)]
      .map {
        DrivePoint(time: $0.0, distance: 20 * $0.0, cell: $0.1)
      }
    #expect(DriveCellRadius.thinned(points).map(\.time) == [0, 4.5, 9.3, 13.9, 30])
  }

  /// No change on 6 km counts as 0.3; a larger cell is left a thousandth less often at least.
  @Test func largerCellsAreLeftLessOften() {
    #expect(abs(DriveCellRadius.rate(0, 6, after: nil) - 0.05) < 1e-12)
    #expect(DriveCellRadius.rate(14, 4, after: 7) == 3.5)
    #expect(abs(DriveCellRadius.rate(14, 4, after: 3) - 2.997) < 1e-12)
  }

  /// Ends at a half and at 8 times 500 m, each the 1.06066th power of it for eight draws: ln 16 times that over 3.92.
  @Test func aRadiusIsLessCertainThanItsDraws() {
    let (range, error) = DriveCellRadius.spread(250, 500, 4000)
    #expect(abs(range.lowerBound - 239.7) < 0.1 && abs(range.upperBound - 4537.8) < 0.1, "\(range)")
    #expect(abs(error - 0.750214) < 1e-5, "\(error)")
    #expect(DriveCellRadius.spread(600, 500, 400).range == 500...500)
  }

  // MARK: Accesses along the way

  private static func network() throws -> DriveNetwork {
    DriveNetwork(name: "n", base: try Catalog().network("lte"), source: "s")
  }

  private static func way(
    _ access: DriveAccess, metres: Double, stays: Double, exits: [DriveAccess: Int]
  ) throws -> AccessFit.Access {
    func number(_ access: DriveAccess) throws -> Int { try #require(DriveAccess.allCases.firstIndex(of: access)) }
    var numbers: [Int: Int] = [:]
    for (next, count) in exits { numbers[try number(next)] = count }
    return AccessFit.Access(
      access: try number(access), amount: metres,
      share: FittedParameter(
        name: "share", value: 0.1, standardError: 0.01, interval95: nil, intervalMethod: .logOdds, unit: ""),
      stays: stays,
      stay: FittedParameter(
        name: "stay", value: metres / stays, standardError: 1, interval95: nil, intervalMethod: .poisson, unit: "m"),
      exits: numbers)
  }

  /// 0.99 of the 0.2 that is left goes to 0.3 and 0.5 as 1 to 2.
  @Test(arguments: [(0.02, 0), (0.06, 2)]) func upperEndsOfSharesAddUpToLessThanOne(_ deviation: Double, notes: Int)
    throws
  {
    var network = try Self.network()
    let keys = ["access.umts.share", "access.nr_nsa.share"]
    var profile = network.profile
    for (key, factor) in zip(keys, [1.0, 2]) {
      profile.values[key] = ProfileValue(
        mean: factor == 1 ? 0.3 : 0.5, deviation: factor * deviation, range: 0.1...0.9, distribution: .normal,
        trust: .fitted, source: "s")
    }
    network = DriveNetwork(name: "n", base: profile, source: "s")
    network.limit(keys)
    #expect(network.profile.values[keys[0]]?.range == 0.1...0.366)
    #expect(network.profile.values[keys[1]]?.range == 0.1...0.632)
    #expect(network.notes.count == notes)
  }

  /// 6 of 7 exits lead to 3G, by Jeffreys 6.5 / 8; 7 stays would enter it 5.6875 times. It has 4.55 stays: 0.9 of them are 0.72 of that.
  @Test func anAccessIsNotEnteredMoreOftenThanItWas() throws {
    var network = try Self.network()
    network.setFollowers([
      (.umts, try Self.way(.umts, metres: 300, stays: 4.55, exits: [.nrNSA: 3, .lte: 1])),
      (.nrNSA, try Self.way(.nrNSA, metres: 500, stays: 7, exits: [.umts: 6, .lte: 1])),
    ])
    let first = try #require(network.profile.values["access.nr_nsa.next.umts"])
    #expect(abs(first.mean - 0.585) < 1e-9)
    // (0.8125 * 0.1875 / 9)^(1/2) * 0.72.
    #expect(abs(first.deviation - 0.09367) < 1e-9)
    // 3.5 / 5 of 4.55 stays are fewer than 7.
    let other = try #require(network.profile.values["access.umts.next.nr_nsa"])
    #expect(abs(other.mean - 0.7) < 1e-9 && abs(other.deviation - 0.1871) < 1e-9)
  }

  /// Of LTE for 1000, 2000 and 700 m, 3G between them for 100 and 200 m, and 1000 m of 5G that the phone has no modem for.
  @Test func sharesAreOfTheWayOnKnownAccesses() throws {
    let numbers = try [DriveAccess.umts, .lte, .nrNSA].map { try #require(DriveAccess.allCases.firstIndex(of: $0)) }
    var (points, distance) = ([DrivePoint](), 0.0)
    for (access, metres) in [(1, 1000.0), (0, 100), (1, 2000), (0, 200), (1, 700), (2, 1000)] {
      for _ in 0..<10 {
        points.append(DrivePoint(time: Double(points.count), distance: distance, access: numbers[access]))
        distance += metres / 10
      }
    }
    points.append(DrivePoint(time: Double(points.count), distance: distance, access: numbers[2]))
    let ways = try AccessFit([points], accesses: Set(numbers))
    var network = try Self.network()
    var outcome = DriveFindings()
    network.take(ways, networks: [.umts: try Catalog().network("3g")], &outcome)
    #expect(outcome.notInformed.map(\.what) == ["5G NSA along the way"])
    let share = try #require(network.profile.values["access.umts.share"])
    let fitted = try #require(ways.accesses.first { $0.access == numbers[0] })
    #expect(share.mean == 0.075 && abs(fitted.share.value - 0.06) < 1e-12)
    // Errors grow as the share does.
    #expect(abs(share.deviation / (try #require(fitted.share.standardError)) - 1.25) < 1e-3)
    #expect(network.profile.values["access.umts.stay"]?.mean == 150)
    #expect(network.profile.accesses[.umts]?.name == "3g")
  }
}
