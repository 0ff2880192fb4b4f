import DeviceModel
import Documents
import Core
import RealModule
import Testing

@testable import World

/// The radio access along the way: shares, stays and what follows them.
@Suite struct RadioAccessTraceTests {
  private static func value(_ mean: Double) -> ProfileValue {
    ProfileValue(mean: mean, deviation: 0, range: mean...mean, distribution: .fixed, trust: .estimate, source: "test")
  }

  /// 3G on 0.23 of the way for 1700 m at a time, 0.37 of which 5G follows, which has 0.11 for 700 m; else LTE.
  private static func process() throws -> RadioAccessProcess {
    let catalog = Catalog()
    var network = try catalog.network("lte")
    network.accesses = [.umts: try catalog.network("3g"), .nrNSA: try catalog.network("nr-nsa")]
    network.values["access.umts.share"] = value(0.23)
    network.values["access.umts.stay"] = value(1700)
    network.values["access.umts.next.nr_nsa"] = value(0.37)
    network.values["access.nr_nsa.share"] = value(0.11)
    network.values["access.nr_nsa.stay"] = value(700)
    return try #require(RadioAccessProcess(network.parameters(mode: .fixed)))
  }

  /// East at a speed in m/s, with a rest of 500 s after 20 km.
  private static func journey(_ speed: Double) -> Journey {
    let stop = 20_000 / speed
    return Journey(knots: [
      Knot(instant: .start, position: Sample.berlin), Knot(instant: .seconds(stop), position: Sample.east(20_000)),
      Knot(instant: .seconds(stop + 500), position: Sample.east(20_000)),
      Knot(instant: .seconds(stop + 500 + 80_000 / speed), position: Sample.east(100_000)),
    ])
  }

  private static func trace(_ seed: UInt64, speed: Double = 25) throws -> StepFunction<RadioTechnology?> {
    RadioAccessTrace.accesses(try process(), journey: journey(speed), seed: seed, horizon: .seconds(86_400))
  }

  @Test func sharesAndStaysAreThoseGiven() throws {
    let process = try Self.process()
    let journey = Self.journey(25)
    var metres: [RadioTechnology?: Double] = [:]
    var (stays, exits, toNSA) = ([RadioTechnology?: [Double]](), 0, 0)
    let seeds = 2000
    for seed in 1...UInt64(seeds) {
      let steps = RadioAccessTrace.accesses(process, journey: journey, seed: seed, horizon: .seconds(86_400)).steps
      var places = steps.map { journey.position(at: $0.start).distance(to: Sample.berlin) }
      places.append(journey.length)
      for (index, step) in steps.enumerated() {
        let length = places[index + 1] - places[index]
        metres[step.value, default: 0] += length
        guard index > 0, index + 1 < steps.count else { continue }
        // Those that begin late end later than the way: only the first half is free of that bias.
        if places[index] < 50_000 { stays[step.value, default: []].append(length) }
        if step.value == .umts {
          exits += 1
          if steps[index + 1].value == .nrNSA { toNSA += 1 }
        }
      }
    }
    let way = journey.length * Double(seeds)
    for (technology, share, stay) in [(nil, 0.66, 2723.0), (.umts, 0.23, 1700), (.nrNSA, 0.11, 700)]
      as [(RadioTechnology?, Double, Double)]
    {
      let found = (metres[technology] ?? 0) / way
      // Of an alternating process: 2 p (1 - p)^2 m / L.
      let error = (2 * share * (1 - share) * (1 - share) * stay / way).squareRoot()
      #expect(abs(found - share) < 4 * error, "\(technology?.title ?? "main"): \(found), error \(error)")
      let lengths = stays[technology] ?? []
      let mean = lengths.reduce(0, +) / Double(lengths.count)
      #expect(abs(mean - stay) < 4 * stay / Double(lengths.count).squareRoot(), "\(mean) of \(lengths.count)")
      // Exponential: a share of 1/e is longer than the mean.
      let longer = Double(lengths.count { $0 > stay }) / Double(lengths.count)
      #expect(abs(longer - Double.exp(-1)) < 4 * (0.2325 / Double(lengths.count)).squareRoot())
    }
    let share = Double(toNSA) / Double(exits)
    #expect(abs(share - 0.37) < 4 * (0.37 * 0.63 / Double(exits)).squareRoot(), "\(share)")
  }

  @Test func aPhoneAtRestKeepsItsAccessAndSpeedDoesNotMatter() throws {
    for seed in UInt64(1)...40 {
      let (slow, fast) = (try Self.trace(seed, speed: 10).steps, try Self.trace(seed, speed: 25).steps)
      #expect(slow.map(\.value) == fast.map(\.value))
      for (a, b) in zip(slow, fast) {
        let gap = Self.journey(10).position(at: a.start).distance(to: Self.journey(25).position(at: b.start))
        #expect(gap < 0.001)
      }
      #expect(!fast.contains { $0.start > .seconds(800) && $0.start < .seconds(1300) })
    }
    #expect(try Self.trace(1) == Self.trace(1))
    #expect(try Self.trace(1) != Self.trace(2))
  }

  /// The stream is one of its own: nothing else of the day changes.
  @Test func theRestOfTheDayIsTheSame() throws {
    var environment = RadioEnvironment()
    let plain = WorldRealization(scenario: Sample.drive(20_000, speed: 17), seed: 3, environment: environment)
    environment.accesses = try Self.process()
    let other = WorldRealization(scenario: Sample.drive(20_000, speed: 17), seed: 3, environment: environment)
    #expect(plain.radioAccesses.steps.count == 1 && other.radioAccesses.steps.count > 1)
    #expect(plain.servingCells == other.servingCells && plain.journey == other.journey)
    #expect(plain.gnssError(at: .seconds(77)) == other.gnssError(at: .seconds(77)))
    #expect(plain.acquisition(at: .seconds(77)) == other.acquisition(at: .seconds(77)))
  }
}
