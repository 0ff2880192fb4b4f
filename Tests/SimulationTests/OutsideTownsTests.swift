import DeviceModel
import LocationServices
import Quantities
import Simulation
import Strategies
import Testing
import World

/// What services do where no access point is heard, over 20 seeds each.
@Suite struct OutsideTownsTests {
  private static let seeds: ClosedRange<UInt64> = 1...20
  private static let field = Surroundings(sky: .openSky, accessPoints: .none, cells: .rural)

  static func fused(
    _ priority: String, _ interval: Double, _ parameters: [String: StrategyValue] = [:]
  ) -> StrategySpecification {
    StrategySpecification(
      name: "fused", summary: "", kind: "fused", platform: .android14,
      parameters: parameters.merging(["priority": .choice(priority), "interval": .time(interval)]) { $1 })
  }

  /// Errors of the positions delivered to someone who stays.
  private func errors(_ record: RunRecord, after seconds: Double = 0) -> [Double] {
    record.fixes.filter { $0.delivered > .seconds(seconds) }.map { $0.position.distance(to: Trials.berlin) }
  }

  // MARK: Fused provider

  @Test(arguments: [("high_accuracy", 11.0), ("high_accuracy", 61), ("balanced", 17)])
  func atRestInAFieldSatellitesStandInForScans(_ priority: String, interval: Double) throws {
    var (all, power) = ([Double](), 0.0)
    for seed in Self.seeds {
      var stage = try Stage(stayingIn: Self.field)
      (stage.seed, stage.seconds) = (seed, 3600)
      let record = try stage.run([Self.fused(priority, interval).appDefinition()]).record
      all += errors(record, after: 600)
      power += record.dwell(.gnss, .fix) / 3600 / 20
    }
    all.sort()
    #expect(all.count > 20 * 8)
    #expect(all[all.count * 95 / 100] < 20, "\(all[all.count * 95 / 100]) m")
    // The receiver rests between looks.
    #expect((0.001...0.7).contains(power))
  }

  /// In a barn neither answers: satellites are tried for a minute, each five minutes.
  @Test func whereNothingAnswersSatellitesAreTriedNowAndThen() throws {
    let cellar = Surroundings(sky: .underground, accessPoints: .none, cells: .rural)
    for seed in Self.seeds {
      var stage = try Stage(stayingIn: cellar)
      (stage.seed, stage.seconds) = (seed, 3600)
      let record = try stage.run([Self.fused("high_accuracy", 11).appDefinition()]).record
      // 60 s of 370, less the pauses of a receiver that hears nothing.
      #expect((200...650).contains(record.dwell(.gnss, .fix)), "\(record.dwell(.gnss, .fix))")
      #expect(record.fixes.count > 100)
    }
  }

  /// A phone that rests keeps a fix of metres rather than take a cell's position of kilometres.
  @Test func atRestACellDoesNotReplaceASatelliteFix() throws {
    for seed in Self.seeds {
      var stage = try Stage(stayingIn: Self.field)
      stage.legs = [
        Leg(dwell: "field", at: Trials.berlin, stay: .until(.seconds(600)), surroundings: Self.field),
        Leg(
          dwell: "cellar", at: Trials.berlin, stay: .toTheEnd,
          surroundings: Surroundings(sky: .underground, accessPoints: .none, cells: .rural)),
      ]
      (stage.seed, stage.seconds) = (seed, 1800)
      let record = try stage.run([Self.fused("high_accuracy", 7).appDefinition()]).record
      #expect(record.fixes.contains { $0.horizontalAccuracy < 20 })
      #expect(!errors(record, after: 600).contains { $0 > 100 })
    }
  }

  @Test func aShorterIntervalOfCellPositionsBringsNoFewer() throws {
    let street = Surroundings(sky: .suburban, accessPoints: .some, cells: .suburban)
    for seed in Self.seeds {
      var counts: [Int] = []
      for interval in [1.0, 11, 60] {
        var stage = try Stage(.walk, at: 1.4, through: street)
        (stage.seed, stage.seconds) = (seed, 3600)
        counts.append(try stage.run([Self.fused("low_power", interval).appDefinition()]).record.fixes.count)
      }
      #expect(counts[0] >= counts[1] && counts[1] >= counts[2] && counts[2] >= 55, "\(counts)")
    }
  }
}
