import DeviceModel
import Core
import Testing
import World
@testable import LocationServices

/// Requests for one position of high accuracy.
struct FusedOneShotTests {
  /// What `getCurrentLocation` asks for: satellites at rest, too; a position of the network is held back for ten seconds, a poor
  /// one for thirty.
  @Test(arguments: [MotionClass.still, .automotive])
  func aLookForOnePositionWaitsForSatellitesAndThenTakesWhatThereIs(_ motion: MotionClass) {
    /// Radii and times of what is delivered of fixes (time, radius, whether of satellites), and how many answers the search has.
    func outcome(
      duration: Double = 31, lastsFor seconds: Double = 40, _ fixes: [(time: Double, radius: Double, isGNSS: Bool)]
    ) -> (deliveries: [[Double]], answers: [Int]) {
      var bench = Bench.android(
        FusedLocationRequest(priority: .highAccuracy, interval: 30, duration: duration, maxUpdates: 1), motion: motion)
      #expect(bench.system.demand.gnss == .continuous)
      for fix in fixes {
        bench.advance(to: fix.time)
        bench.fix(accuracy: fix.radius, fromGNSS: fix.isGNSS)
      }
      bench.advance(to: seconds)
      #expect(bench.system.demand.isEmpty)
      return (
        bench.journal.deliveries.map { [$0.time, $0.locations[0].horizontalAccuracy] },
        bench.system.searches.map(\.answers.count)
      )
    }
    #expect(outcome([(4, 41, false), (7, 9, true)]).deliveries == [[7, 9]])
    #expect(outcome([(4, 41, false), (17, 9, true)]).deliveries == [[10, 41]])
    #expect(outcome([(4, 301, false), (17, 9, true)]).deliveries == [[17, 9]])
    #expect(outcome([(4, 301, false), (13, 41, false)]).deliveries == [[13, 41]])
    #expect(outcome([(4, 301, false)]).deliveries == [[30, 301]])
    let short = outcome(duration: 5, [(3, 41, false)])
    #expect(short.deliveries == [[5, 41]] && short.answers == [1])
    let nothing = outcome([])
    #expect(nothing.deliveries.isEmpty && nothing.answers == [0])
  }

  @Test func oneOfApproximatePlaceOrWithoutSatellitesDoesNotWait() {
    var coarse = Bench.android(
      FusedLocationRequest(priority: .highAccuracy, interval: 30, granularity: .coarse, maxUpdates: 1))
    #expect(coarse.system.demand.gnss == .off)
    coarse.advance(to: 3)
    coarse.fix(accuracy: 41, fromGNSS: false)
    #expect(coarse.journal.deliveries.map(\.time) == [3])
  }

  /// Behind the screen none is looked for while a position is known that is younger than half an hour, here of 5 s.
  @Test func behindTheScreenAYoungPositionStandsInTheWay() {
    func demand(_ platform: Platform, at second: Double, service: Bool = false) -> PositioningDemand {
      let request = FusedLocationRequest(priority: .highAccuracy, interval: 30, duration: 30, maxUpdates: 1)
      var bench = Bench.android(platform, request, service: service)
      bench.advance(to: 5)
      bench.fix()
      bench.leave()
      bench.advance(to: second)
      let journal = bench.journal
      bench.actOnHost { host in
        host.makeFusedLocationClient().requestLocationUpdates(request) { journal.note("again", at: host.now, $0) }
      }
      return bench.system.demand
    }
    #expect(demand(.android12, at: 1803).isEmpty)
    #expect(demand(.android12, at: 1807).gnss == .continuous)
    #expect(demand(.android6, at: 100).gnss == .continuous)
    #expect(demand(.android12, at: 100, service: true).gnss == .continuous)
  }
}
