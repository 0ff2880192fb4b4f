import Core
import DeviceModel
import LocationServices
import Simulation
import Strategies
import Testing
import World

/// What a phone makes of scans that hear nothing, over 20 seeds each.
@Suite struct RememberedWiFiTests {
  private static let seeds: ClosedRange<UInt64> = 1...20
  private static let field = Surroundings(sky: .openSky, accessPoints: .none, cells: .rural)

  private func scans(_ observer: TimelineKeeper) -> [Double] {
    let states = [WiFiRadio.State.scanPartial, .scanFull].map(\.rawValue)
    return observer.timeline.filter { $0.component == .wifi && states.contains($0.state) }.map(\.start.seconds)
  }

  /// At 23 m/s, 100 m: cells until satellites stand in after two minutes, and then none for as long as fixes come each 10 s.
  @Test func inAVehicleACellDoesNotReplaceASatelliteFix() throws {
    for seed in Self.seeds {
      var stage = try Stage(.drive, at: 23, through: Self.field)
      (stage.seed, stage.seconds) = (seed, 1_130)
      let fixes = try stage.run { app, host in app.start(host, .hundredMeters) }.record.fixes
      let first = try #require(fixes.firstIndex { $0.horizontalAccuracy < 60 })
      #expect(fixes[..<first].count > 5 && fixes[first].delivered > .seconds(119))
      #expect(fixes[first...].allSatisfy { $0.horizontalAccuracy < 60 }, "seed \(seed)")
      #expect((95...101).contains(fixes[first...].count), "\(fixes[first...].count)")
    }
  }

  /// In a tunnel of 290 s the last fix holds for a minute; then cells come, one each 7.7 s, 30 of them, and where the cell changes.
  @Test func cellsReplaceASatelliteFixOfAMinuteAgo() throws {
    for seed in Self.seeds {
      var stage = try Stage(legs: [])
      let way = [Trials.berlin, Trials.east(8_510)]
      let tunnel = Surroundings(sky: .underground, accessPoints: .none, cells: .rural)
      stage.legs = [
        Leg(
          .drive, name: "way", route: RoutePath(way), speed: .metresPerSecond(23), speedVariation: 0,
          surroundings: Self.field),
        Leg(
          .drive, name: "tunnel", route: RoutePath([way[1], Trials.east(19_000)]), speed: .metresPerSecond(23),
          speedVariation: 0, surroundings: tunnel),
      ]
      (stage.seed, stage.seconds) = (seed, 660)
      let fixes = try stage.run { app, host in app.start(host, .hundredMeters) }.record.fixes
      let last = try #require(fixes.last { $0.horizontalAccuracy < 60 })
      let cells = fixes.filter { $0.timestamp > last.timestamp }
      #expect(try #require(cells.first).delivered - last.timestamp > .seconds(59.9))
      #expect((29...42).contains(cells.count), "\(cells.count)")
    }
  }

  /// Three hours at 1.5 m/s, 16.2 km: each 1.1 km sleep ends with one scan, not with two minutes of them.
  @Test func aSessionThatComesBackFromSleepKnowsThatThereIsNoWiFi() throws {
    for seed in Self.seeds.prefix(7) {
      var stage = try Stage(.walk, at: 1.5, through: Self.field)
      (stage.seed, stage.seconds) = (seed, 10_810)
      let (record, observer) = try stage.run { app, host in
        app.start(host, .hundredMeters).distanceFilter = 1_100
      }
      let later = scans(observer).filter { $0 > 370 }
      let fine = record.fixes.filter { $0.horizontalAccuracy < 60 }
      #expect((11...15).contains(fine.count), "\(fine.count)")
      #expect(later.count >= 2 * fine.count - 4 && later.count <= 5 * fine.count, "\(later.count) \(fine.count)")
    }
  }

  /// Low power without a cell: a scan each 5 min, 13 in 3,670 s, whether it polls all the time or each 11 or 61 s.
  @Test(arguments: [7.0, 11, 61])
  func pollsWithoutACellScanAsRarelyAsOneThatLooksOn(_ interval: Double) throws {
    let street = Surroundings(sky: .suburban, accessPoints: .some, cells: .suburban, coverage: .none)
    for seed in Self.seeds {
      var stage = try Stage(.walk, at: 1.4, through: street)
      (stage.seed, stage.seconds) = (seed, 3_670)
      let (_, observer) = try stage.run([OutsideTownsTests.fused("low_power", interval).appDefinition()])
      #expect((10...13).contains(scans(observer).count), "\(scans(observer).count)")
    }
  }

  /// Single positions of low power 97 s apart are each looked for.
  @Test func aSinglePositionWithoutACellIsAlwaysScannedFor() throws {
    let street = Surroundings(sky: .suburban, accessPoints: .some, cells: .suburban, coverage: .none)
    var stage = try Stage(stayingIn: street)
    (stage.seconds, stage.platform) = (691, .android14)
    let (_, observer) = try stage.run { app, host in
      let client = host.makeFusedLocationClient()
      for second in stride(from: 3.0, to: 680, by: 97) {
        host.schedule(after: second) {
          let request = FusedLocationRequest(priority: .lowPower, interval: 7, maxUpdates: 1)
          client.requestLocationUpdates(request) { _ in }
        }
      }
    }
    #expect(scans(observer).count == 7, "\(scans(observer))")
  }
}
