import DeviceModel
import Quantities
import Testing
import World

@testable import LocationServices

@Suite struct BackgroundLimitTests {
  private static let request = FusedLocationRequest(priority: .highAccuracy, interval: 1)

  /// Times of deliveries of fixes each second for an hour and a little, the app behind the screen from the start.
  private static func deliveries(on platform: Platform, _ request: FusedLocationRequest, service: Bool) -> [Double] {
    var bench = Bench.android(platform, request, service: service)
    bench.leave()
    for second in stride(from: 1.0, through: 3700, by: 1) {
      bench.advance(to: second)
      if bench.system.demand.gnss != .off { bench.fix(east: second) }
    }
    return bench.journal.deliveries.map(\.time)
  }

  @Test(arguments: [Platform.android8, .android9, .android12])
  func since8AnAppBehindTheScreenGetsAFewPositionsAnHour(_ platform: Platform) {
    #expect(Self.deliveries(on: platform, Self.request, service: false).count == 3)
  }

  @Test func before8ItGetsWhatItAskedFor() {
    #expect(Self.deliveries(on: .android6, Self.request, service: false).count == 3700)
  }

  @Test func aForegroundServiceIsNotLimited() {
    #expect(Self.deliveries(on: .android12, Self.request, service: true).count == 3700)
  }

  @Test func aBatchIsComputedOftenAndDeliveredAFewTimesAnHour() {
    var request = Self.request
    request.maxUpdateDelay = 60
    var bench = Bench.android(.android8, request, chipCapacity: 0)
    bench.leave()
    for second in stride(from: 1.0, through: 3700, by: 1) {
      bench.advance(to: second)
      bench.fix(east: second)
    }
    let deliveries = bench.journal.deliveries
    #expect(deliveries.count == 2)
    #expect(deliveries.allSatisfy { $0.locations.count == 1800 })
  }

  @Test func onTheScreenTheLimitIsOver() {
    var bench = Bench.android(.android8, Self.request)
    bench.fix()
    bench.leave()
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 100)
    bench.open()
    #expect(bench.system.demand.gnss == .continuous)
  }

  @Test func since12AServiceMustBeBegunOnTheScreen() {
    func demand(_ platform: Platform) -> PositioningDemand {
      var bench = Bench.android(platform, Self.request)
      bench.fix()
      bench.leave()
      bench.advance(to: 100)
      bench.actOnHost { $0.startForegroundService() }
      return bench.system.demand
    }
    #expect(demand(.android12).isEmpty)
    #expect(demand(.android10).gnss == .continuous)
  }

  @Test func whileUsingCoversAServiceThatWasBegunOnTheScreen() {
    for service in [true, false] {
      var bench = Bench.android(.android10, Self.request, service: service, authorization: .whenInUse)
      bench.leave()
      bench.advance(to: 60)
      #expect((bench.system.demand.gnss == .continuous) == service)
    }
  }

  @Test func since9ScansAreThrottled() {
    func interval(_ platform: Platform, still: Bool = false, background: Bool = false) -> Double {
      platform.wifiPositionInterval(isStill: still, isBackground: background).seconds
    }
    #expect(interval(.android6) == 4.9 && interval(.android8) == 4.9)
    #expect(interval(.android6, still: true) == 300 && interval(.android6, background: true) == 4.9)
    // Four in two minutes, one in thirty.
    #expect(interval(.android9) == 30 && interval(.android12) == 30)
    #expect(interval(.android9, background: true) == 1800)
    #expect(interval(.android12, still: true) == 300)
  }
}
