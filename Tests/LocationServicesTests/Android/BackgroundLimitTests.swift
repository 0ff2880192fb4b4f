import DeviceModel
import Core
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

  /// "Foreground services in Android 11": one that was begun behind the screen covers an app with location all the time only.
  @Test(arguments: [
    (Platform.android10, Authorization.whenInUse, true), (.android11, .whenInUse, false), (.android11, .always, true),
  ])
  func since11AServiceBegunBehindTheScreenNeedsLocationAllTheTime(
    _ platform: Platform, _ authorization: Authorization, isServed: Bool
  ) {
    var bench = Bench.android(platform, Self.request, authorization: authorization)
    bench.leave()
    bench.advance(to: 60)
    bench.actOnHost { $0.startForegroundService() }
    #expect((bench.system.demand.gnss == .continuous) == isServed)
  }

  /// Gathering is never worse than not gathering: positions are computed as on the screen, and told each half hour.
  @Test func aBalancedBatchIsComputedOftenBehindTheScreenToo() {
    func pace(_ delay: Double) -> FusedPace {
      FusedPace(
        FusedLocationRequest(priority: .balanced, interval: 60, maxUpdateDelay: delay), on: .android12,
        isBackground: true, isCoarse: false, isStill: false)
    }
    #expect((pace(0).interval, pace(0).delay) == (.minutes(30), .zero))
    #expect((pace(121).interval, pace(121).delay) == (.seconds(60), .minutes(30)))
  }

  /// Limits on scans are for apps that scan: the provider's own come as often on every version, and cells need none.
  @Test(arguments: Platform.android)
  func theProvidersOwnScansAreNotThrottled(_ platform: Platform) {
    func interval(_ priority: LocationPriority, still: Bool) -> TimeSpan {
      FusedPace(
        FusedLocationRequest(priority: priority, interval: 11), on: platform, isBackground: false, isCoarse: false,
        isStill: still
      ).interval
    }
    #expect(interval(.balanced, still: false) == .seconds(11))
    #expect(interval(.balanced, still: true) == .seconds(300))
    #expect(
      interval(.highAccuracy, still: true) == .seconds(30) && interval(.highAccuracy, still: false) == .seconds(11))
    #expect(interval(.lowPower, still: true) == .seconds(300) && interval(.lowPower, still: false) == .seconds(11))
  }
}
