import Core
import RealModule
import Testing

@testable import Estimation

@Suite struct DriveRadioTests {
  /// A way at 10 m/s in which the cell changes at the given metres.
  static func way(_ changes: [Double], length: Double = 10_000) -> [DrivePoint] {
    stride(from: 0, through: length / 10, by: 1).map { second in
      DrivePoint(time: second, distance: second * 10, cell: changes.count { $0 <= second * 10 } % 7)
    }
  }

  @Test func `cell changes over the way are counted by hand`() throws {
    let fit = try HandoverFit([("a", Self.way([1_000, 2_500, 2_530, 9_000])), ("b", Self.way([], length: 2_000))])
    #expect(fit.rate.count == 4)
    #expect(abs(fit.rate.exposure - 12) < 1e-9)
    #expect(fit.drives.map(\.count) == [4, 0])
    // Reference/tables.py: scipy.stats.chi2.ppf([0.025], 8) / 2 / 12 and ([0.975], 10) / 2 / 12.
    #expect(agree(fit.rate.interval95.lowerBound, 0.090_822_11, within: 1e-5))
    #expect(agree(fit.rate.interval95.upperBound, 0.853_465_72, within: 1e-5))
    #expect(fit.dwells == [3, 150, 647])
    #expect(fit.summary["distance_per_cell"]?.value == 3000)
    #expect(fit.summary["dwell_per_cell"]?.value == 300)
    // One count in three forms.
    #expect(fit.summary.parameters.map(\.name) == ["handovers_per_km", "dwell_per_cell", "distance_per_cell"])
    #expect(abs(fit.summary.correlation[0][1] + 1) < 1e-12 && abs(fit.summary.correlation[1][2] - 1) < 1e-12)
    #expect(!fit.summary.warnings.contains { $0.description.contains("dwell_per_cell") })
    #expect(fit.summary.formula.contains("dwell_per_cell counts time in motion only"))
    #expect(fit.drives.map(\.hasMoved) == [true, true])
    #expect(!HandoverFit.Drive(name: "c", count: 1, kilometres: 0.19).hasMoved)
  }

  @Test func `a pause of the log and unknown cells are no change`() throws {
    var points = Self.way([5_000])
    for i in 400..<600 { points[i].cell = nil }
    // The cell is unknown for 200 s around the change.
    let fit = try HandoverFit([("a", points)])
    #expect(fit.rate.count == 0)
    #expect(fit.rate.interval95.lowerBound == 0)
    #expect(abs(fit.rate.exposure - 8) < 0.1)
    var back = Self.way([])
    for i in 300..<305 { back[i].cell = 3 }
    #expect(try HandoverFit([("a", back)]).returns == 1)
    // After 15 s it is a change of its own.
    for i in 305..<315 { back[i].cell = 3 }
    #expect(try HandoverFit([("a", back)]).returns == 0)
    #expect(throws: EstimationError.self) { try HandoverFit([("a", Self.way([], length: 100))]) }
    #expect(throws: EstimationError.self) {
      try HandoverFit([("a", [DrivePoint(time: 0, distance: 0), DrivePoint(time: 9, distance: 900)])])
    }
  }

  @Test func `changes in bunches widen the error, evenly spread ones do not`() throws {
    let evenly = (1..<40).map { (k: Int) -> Double in Double(250 * k + 37 * k % 11) }
    let even = try HandoverFit([("a", Self.way(evenly))])
    #expect(even.summary.parameters[0].intervalMethod == .poisson)
    let places = (0..<40).map { (k: Int) -> Double in Double(k / 10 * 2_500 + k % 10 * 20 + 15) }
    let bunches = try HandoverFit([("a", Self.way(places))])
    #expect(bunches.summary.parameters[0].intervalMethod == .logNormal)
    #expect((bunches.summary.parameters[0].standardError ?? 0) > 1.5 * bunches.rate.standardError)
  }

  /// 10, 40 and 4 changes on 5 km each: 18 are expected of each, (64 + 484 + 196) / 18 / 2 = 20.7 times a Poisson process's
  /// variance, and Student's quantile with two degrees of freedom is 4.303.
  @Test func `drives that differ widen everything alike`() throws {
    func drive(_ count: Int) -> [DrivePoint] {
      Self.way((0..<count).map { (Double($0) + 0.5) * 5_000 / Double(count) }, length: 5_000)
    }
    let fit = try HandoverFit([("a", drive(10)), ("b", drive(40)), ("c", drive(4))])
    let relative = (744.0 / 36 / 54).squareRoot()
    for (name, value) in [("handovers_per_km", 3.6), ("distance_per_cell", 1000 / 3.6)] {
      let found = try #require(fit.summary[name])
      #expect(agree(found.value, value, within: 1e-3))
      #expect(agree(found.standardError ?? 0, value * relative, within: 1e-2))
      #expect(agree(found.interval95?.upperBound ?? 0, value * Double.exp(4.302_653 * relative), within: 3e-2))
    }
    // Of the second: 14 on 10 km say 7; they differ by (9 + 9) / 7 / 1, and one degree of freedom has 6.314.
    let predicted = try #require(try fit.prediction(of: 1))
    #expect(agree(predicted.count, 7, within: 1e-3))
    let factor = Double.exp(6.313_752 * (18.0 / 7 * (1 / 7.0 + 1 / 14)).squareRoot())
    #expect(predicted.range == Int(7 / factor)...Int((7 * factor).rounded(.up)))
    // Drives alike stay a Poisson process.
    let alike = try HandoverFit([("a", drive(10)), ("b", drive(11)), ("c", drive(9))])
    #expect(alike.summary.parameters[0].intervalMethod == .poisson)
  }

  @Test func `Garwood's interval holds the truth at least as often as it says`() throws {
    var held = 0
    for seed in 1...400 as ClosedRange<UInt64> {
      var generator = Xoshiro256PlusPlus(seed: seed)
      var (place, count) = (0.0, 0)
      while true {
        place -= Double.log(1 - generator.uniform()) / 2.3
        if place > 3.7 { break }
        count += 1
      }
      if try PoissonRate(count: count, exposure: 3.7).interval95.contains(2.3) { held += 1 }
    }
    #expect((374...400).contains(held))
    // Quantiles of the negative binomial after Jeffreys: scipy.stats.nbinom.ppf([0.05, 0.95], 21.5, 8 / 20).
    #expect(try PoissonRate(count: 21, exposure: 8).prediction(over: 12) == 19...48)
    #expect(throws: EstimationError.self) { try PoissonRate(count: 1, exposure: 0) }
  }

  @Test func `shares of time and transitions between accesses are counted`() throws {
    let points = (0...100).map { DrivePoint(time: Double($0), distance: 0, access: $0 < 60 ? 2 : $0 < 90 ? 1 : 2) }
    let fit = try AccessFit([points], accesses: [0, 1, 2], over: .time)
    #expect(fit.accesses.map(\.access) == [2, 1])
    #expect(fit.accesses.map(\.amount) == [70, 30])
    #expect(fit.accesses.allSatisfy { $0.share.interval95?.contains($0.share.value) == true })
    // One change each way: each of two stays is known to within itself.
    #expect(fit.accesses.map(\.stay?.value) == [70, 30] && fit.accesses[1].stay?.standardError == 30)
    #expect(abs((fit.accesses[1].share.standardError ?? 0) - 0.3 * 0.7 * 2.0.squareRoot()) < 1e-12)
    let one = try AccessFit(
      [points.map { DrivePoint(time: $0.time, distance: 0, access: 2) }], accesses: [2], over: .time)
    #expect(one.accesses.map(\.share.value) == [1] && one.accesses[0].share.interval95 == nil)
    #expect(one.transitions.isEmpty)
    #expect(fit.transitions.map { SIMD2($0.from, $0.to) } == [SIMD2(1, 2), SIMD2(2, 1)])
    #expect(agree(fit.transitions[0].rate.value, 120, within: 1e-9))
    #expect(throws: EstimationError.self) {
      try AccessFit([[DrivePoint(time: 0, distance: 0)]], accesses: [0], over: .time)
    }
  }

  /// A phone that alternates between stays of 150 s and 60 s for an hour. Wilson's interval on the effective seconds held the
  /// truth in 89 %.
  @Test func `the interval of a share of time holds the truth`() throws {
    var held = [0, 0]
    let trials = 300
    for seed in 1...UInt64(trials) {
      var generator = Xoshiro256PlusPlus(seed: seed)
      var state = generator.uniform() < 5.0 / 7 ? 0 : 1
      func stay(_ state: Int) -> Double { -(state == 0 ? 150 : 60) * Double.log(1 - generator.uniform()) }
      var end = stay(state)
      let points = (0...3_600).map { second in
        while Double(second) >= end {
          state = 1 - state
          end += stay(state)
        }
        return DrivePoint(time: Double(second), distance: 0, access: state)
      }
      let fit = try AccessFit([points], accesses: [0, 1], over: .time)
      let share = try #require(fit.accesses.first { $0.access == 0 })
      if share.share.interval95?.contains(5.0 / 7) == true { held[0] += 1 }
      if share.stay?.interval95?.contains(150) == true { held[1] += 1 }
    }
    // 95 % are 285.
    #expect(held.allSatisfy { (272...300).contains($0) }, "\(held)")
  }

  @Test func `holes are counted with their lengths and the way between them`() throws {
    // Below -110 dBm from 1,000 to 1,300 m and from 4,000 to 4,900 m.
    let points = (0...1000).map { second -> DrivePoint in
      let way = Double(second) * 10
      let isHole = (1_000..<1_300).contains(way) || (4_000..<4_900).contains(way)
      return DrivePoint(time: Double(second), distance: way, level: isHole ? -115 : -90)
    }
    let fit = try CoverageHoleFit([points], below: -110)
    #expect(fit.lengths == [300, 900])
    #expect(abs(fit.share - 0.12) < 1e-9)
    #expect(fit.summary["length"]?.value == 600)
    #expect(fit.summary["spacing"]?.value == 4_400)
    #expect(fit.holes.map { SIMD2($0.start, $0.end) } == [SIMD2(1_000, 1_300), SIMD2(4_000, 4_900)])
    // Two stretches and two ways between them: p (1 - p) (1 / 2 + 1 / 2)^(1/2).
    let share = try #require(fit.summary["share_of_way"])
    #expect(abs((share.standardError ?? 0) - 0.12 * 0.88) < 1e-9)
    #expect(share.interval95?.contains(0.12) == true)
    // Spacing and number are one count.
    #expect(abs(fit.summary.correlation[1][3] + 1) < 1e-12 && fit.summary.correlation[1][2] == 0)
    #expect(abs(fit.summary.correlation[0][2] - 0.5.squareRoot()) < 1e-9)
    #expect(try CoverageHoleFit([points], below: -120).lengths.isEmpty)
    // A log that begins in a hole shows its end, not its begin: half a stretch. A last row inside one has no length.
    for end in [390, 400] {
      let cut = try CoverageHoleFit([Array(points[110...end])], below: -110)
      #expect(cut.holes.map { SIMD2($0.start, $0.end) } == [SIMD2(1_100, 1_300)])
      #expect(cut.summary["length"]?.value == (end == 400 ? 200 : 400))
      #expect(abs((cut.summary["holes_per_km"]?.value ?? 0) - (end == 400 ? 1 / 2.7 : 0)) < 1e-9)
    }
    #expect(throws: EstimationError.self) { try CoverageHoleFit([[DrivePoint(time: 0, distance: 0)]], below: -110) }
  }

  /// A road past a tower at 10 m/s, with shadows of 6 dB and fast fading, in dB.
  static func pathLoss(
    _ seed: UInt64, exponent: Double, length: Double = 4_000, decorrelation: Double = 60, fading: Double = 0
  ) -> (points: [DrivePoint], tower: SIMD2<Double>) {
    let tower = SIMD2(120.0, 150.0)
    let places = (0..<Int(length / 10)).map { Double($0) * 10 }
    let shadows = TestData.gaussMarkov(times: places, timeConstant: decorrelation, seed: seed)
    let fades = TestData.normals(places.count, seed: seed + 1)
    let points = places.indices.map { i in
      let place = SIMD2(places[i], 0)
      let away = ((place - tower) * (place - tower)).sum().squareRoot()
      return DrivePoint(
        time: Double(i), distance: places[i], place: place,
        level: (-70 - 10 * exponent * Double.log10(away / 100) + 6 * shadows[i] + fading * fades[i]).rounded(), cell: 4)
    }
    return (points, tower)
  }

  @Test func `path loss past a known tower comes back with exponent, deviation and decorrelation`() throws {
    var held = [0, 0, 0]
    for seed in 1...10 as ClosedRange<UInt64> {
      let (points, tower) = Self.pathLoss(seed + 60, exponent: 3.4)
      let fit = try PathLossFit([points], towers: [4: tower])
      #expect(!fit.towersAreEstimated)
      for (k, pair) in [("exponent", 3.4), ("shadowing_deviation", 6), ("decorrelation_distance", 60)].enumerated()
      where fit.summary[pair.0]?.interval95?.contains(pair.1) == true { held[k] += 1 }
    }
    #expect(held.allSatisfy { $0 >= 7 }, "\(held)")
  }

  @Test func `standing before a traffic light adds nothing to the path loss`() throws {
    let (points, tower) = Self.pathLoss(5, exponent: 3.4)
    let wait = (0..<500).map { k -> DrivePoint in
      var point = points[100]
      point.time += 0.001 * Double(k)
      return point
    }
    let standing = try PathLossFit([points[...100] + wait + points[101...]], towers: [4: tower])
    #expect(try PathLossFit([points], towers: [4: tower]).summary.parameters == standing.summary.parameters)
  }

  @Test func `a tower that is not given is estimated, and the fit says so`() throws {
    let (points, _) = Self.pathLoss(3, exponent: 3.4)
    let fit = try PathLossFit([points])
    #expect(fit.towersAreEstimated)
    #expect(fit.summary.warnings.contains { $0.description.contains("strongest tenth") })
    #expect(throws: EstimationError.self) {
      try PathLossFit([points.map { DrivePoint(time: $0.time, distance: $0.distance) }])
    }
  }

  /// Power of 15 minutes with a knee at -103 dBm.
  private static func power(around middle: Double) -> [SignalSample] {
    let times = (0..<900).map { Double($0) }
    let wander = TestData.gaussMarkov(times: times, timeConstant: 50, seed: 5)
    let noise = TestData.gaussMarkov(times: times, timeConstant: 4, seed: 6)
    return times.indices.map { i in
      let level = middle + 9 * wander[i]
      return SignalSample(
        time: times[i], drive: 0, level: level, value: 1.21 + 0.43 * max(-103 - level, 0) / 10 + 0.05 * noise[i])
    }
  }

  @Test func `levels below the knee only do not show the floor`() throws {
    let fit = try RadioPowerFit(Self.power(around: -140))
    for name in ["floor", "slope", "knee"] {
      #expect(fit.summary[name]?.interval95 == nil)
      #expect(fit.summary.warnings.contains(.openInterval(name: name)))
    }
  }

  @Test func `power that rises in a weak signal comes back with its knee`() throws {
    let samples = Self.power(around: -100)
    let fit = try RadioPowerFit(samples)
    for (name, truth) in [("floor", 1.21), ("slope", 0.43), ("knee", -103)] {
      let found = try #require(fit.summary[name])
      #expect(abs(found.value - truth) < 4 * (found.standardError ?? 0), "\(found)")
    }
    #expect(throws: EstimationError.self) { try RadioPowerFit(Array(samples.prefix(30))) }
  }
}
