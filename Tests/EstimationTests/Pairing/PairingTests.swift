import Core
import RealModule
import Testing

@testable import Estimation

@Suite struct PairingTests {
  /// On the equator, so that east and north in metres are y and z.
  static let origin = SIMD3(6_378_137.0, 0, 0)
  static func place(east: Double, north: Double) -> SIMD3<Double> { origin + SIMD3(0, east, north) }

  /// A drive with turns and changing speed, one point a second.
  static let truth: [TimedPlace] = (0..<600).map { second in
    let t = Double(second)
    return TimedPlace(
      time: 1_000 + t, place: place(east: 12 * t + 60 * Double.sin(t / 9), north: 300 * Double.sin(t / 70)))
  }

  static func fixes(shifted offset: Double, noise: Double, seed: UInt64, outliers: Int = 0) -> [TimedPlace] {
    var random = Xoshiro256PlusPlus(seed: seed)
    let path = TruthPath(points: truth, longestGap: 10)
    return (0..<550).compactMap { k in
      let time = 1_020.35 + Double(k)
      guard let there = path.state(at: time) else { return nil }
      var place = there.place
      place.y += noise * ZigguratNormal.standard.next(&random)
      place.z += noise * ZigguratNormal.standard.next(&random)
      if k < outliers { place.y += 150 }
      return TimedPlace(time: time - offset, place: place)
    }
  }

  @Test(arguments: [-7.43, 0, 2.6, 21.3])
  func findsTheClockOffset(offset: Double) throws {
    let paired = try TrackPairing().pair(
      fixes: Self.fixes(shifted: offset, noise: 3, seed: 5, outliers: 12), truth: Self.truth)
    let clock = try #require(paired.clock)
    let error = try #require(clock.standardError)
    #expect(abs(clock.seconds - offset) < 3.5 * error && error < 0.05)
    #expect(paired.errors.count + paired.unpaired == 550 && paired.errors.count > 520)
    #expect(clock.movingFixes > 400)
  }

  @Test func statesTheOffsetsErrorHonestly() throws {
    var held = 0
    for seed in 1...60 as ClosedRange<UInt64> {
      let paired = try TrackPairing(clock: .estimated(range: 5)).pair(
        fixes: Self.fixes(shifted: 1.21, noise: 4, seed: seed), truth: Self.truth)
      if paired.clock?.interval95?.contains(1.21) == true { held += 1 }
    }
    #expect(held >= 53, "\(held) of 60")
  }

  @Test func measuresEastAndNorthByHand() throws {
    let truth = [
      TimedPlace(time: 0, place: Self.place(east: 0, north: 0)),
      TimedPlace(time: 4, place: Self.place(east: 40, north: 0)),
      TimedPlace(time: 30, place: Self.place(east: 40, north: 0)),
    ]
    let fixes = [
      TimedPlace(time: 1, place: Self.place(east: 13, north: -4)),
      TimedPlace(time: 9, place: Self.place(east: 0, north: 0)),
      TimedPlace(time: -1, place: Self.place(east: 0, north: 0)),
    ]
    let paired = try TrackPairing(clock: .fixed(seconds: 0)).pair(fixes: fixes, truth: truth)
    #expect(paired.errors.map(\.index) == [0])
    #expect(paired.unpaired == 2, "in a gap of 26 s, and before the start")
    let error = try #require(paired.errors.first)
    #expect(abs(error.axes[0] - 3) < 1e-4 && abs(error.axes[1] + 4) < 1e-4 && abs(error.magnitude - 5) < 1e-4)
    // Half a second later the truth is 5 m further east.
    let late = try TrackPairing(clock: .fixed(seconds: 0.5)).pair(fixes: [fixes[0]], truth: truth)
    #expect(abs(late.errors[0].axes[0] + 2) < 1e-4)
    #expect(late.clock == ClockOffset(seconds: 0.5, standardError: nil, interval95: nil, movingFixes: 0))
  }

  @Test func refusesToGuessAClockWithoutMotion() {
    let still = (0..<200).map { TimedPlace(time: Double($0), place: Self.place(east: 0, north: 0)) }
    #expect(throws: EstimationError.self) { try TrackPairing().pair(fixes: still, truth: still) }
    #expect(throws: EstimationError.self) {
      try TrackPairing().pair(fixes: still, truth: Self.truth)
    }
  }

  @Test func measuresAcrossARoute() throws {
    let route = [Self.place(east: 0, north: 0), Self.place(east: 100, north: 0), Self.place(east: 100, north: 50)]
    let fixes = [
      TimedPlace(time: 1, place: Self.place(east: 30, north: 7)),
      TimedPlace(time: 2, place: Self.place(east: 60, north: -11)),
      TimedPlace(time: 3, place: Self.place(east: 103, north: 20)),
      TimedPlace(time: 4, place: Self.place(east: -9, north: 0)),
      TimedPlace(time: 5, place: Self.place(east: 100, north: 60)),
    ]
    let paired = try RoutePairing().pair(fixes: fixes, routes: [route])
    #expect(paired.errors.map(\.index) == [0, 1, 2] && paired.unpaired == 2)
    for (error, expected) in zip(paired.errors, [7.0, -11, -3]) {
      #expect(abs(error.axes[0] - expected) < 1e-3 && abs(error.magnitude - abs(expected)) < 1e-3)
    }
    #expect(paired.geometry == .crossTrack && paired.clock == nil)
    let trimmed = try RoutePairing(trim: .beyond(metres: 10)).pair(fixes: fixes, routes: [route])
    #expect(trimmed.errors.map(\.index) == [0, 2] && trimmed.trimmed == 1)
    #expect(trimmed.warnings.map(\.description) == ["1 sample was changed: errors above 10.0 m were left out"])
    let share = try RoutePairing(trim: .largest(share: 0.34)).pair(fixes: fixes, routes: [route])
    #expect(share.errors.map(\.index) == [0, 2])
  }

  /// Straight from the definition, piece by piece.
  static func distance(_ place: SIMD3<Double>, _ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    let along: SIMD3<Double> = b - a
    let share = min(1, max(0, Vector.dot(place - a, along) / Vector.dot(along, along)))
    let foot: SIMD3<Double> = a + along * share
    return Vector.length(place - foot)
  }

  @Test func theNearestPointIsThatOfAllPieces() throws {
    var random = Xoshiro256PlusPlus(seed: 9)
    let route = (0..<500).map { k -> SIMD3<Double> in
      let wiggle: Double = 400 * Double.sin(Double(k) / 7)
      return Self.place(east: 20 * Double(k), north: wiggle + 30 * random.uniform())
    }
    for _ in 0..<300 {
      let place = Self.place(east: 10_000 * random.uniform(), north: 1_500 * random.uniform() - 750)
      let best = zip(route, route.dropFirst()).map { Self.distance(place, $0, $1) }.min() ?? 0
      let foot = try #require(RoutePairing.foot(of: place, on: route, within: .infinity))
      let found = foot.squaredDistance.squareRoot()
      #expect(abs(found - best) < 1e-9)
    }
  }

  @Test func scatterIsAroundTheCentreThatOutliersDoNotMove() throws {
    var fixes = (0..<40).map { k -> TimedPlace in
      let (east, north) = (k % 2 == 0 ? 3.0 : -3.0, k % 4 < 2 ? 4.0 : -4.0)
      return TimedPlace(time: Double(k), place: Self.place(east: east, north: north))
    }
    fixes.append(TimedPlace(time: 99, place: Self.place(east: 900, north: 0)))
    let paired = try PointPairing(reference: .centre).pair(fixes: fixes)
    #expect(paired.errors.prefix(40).allSatisfy { abs($0.magnitude - 5) < 0.3 })
    #expect(paired.errors[40].magnitude > 890)
    #expect(paired.warnings.contains { $0.description.contains("lower bound") })
    let known = try PointPairing(reference: .known(Self.place(east: 0, north: 0)), trim: .beyond(metres: 100)).pair(
      fixes: fixes)
    #expect(known.errors.count == 40 && known.errors.allSatisfy { abs($0.magnitude - 5) < 1e-4 })
  }
}
