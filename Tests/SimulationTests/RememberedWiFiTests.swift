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
