import DeviceModel
import Core
import Testing
import World

@testable import LocationServices

@Suite struct FusedRequestTests {
  @Test func prioritiesDecideTheTechnologies() {
    func demand(_ priority: LocationPriority) -> PositioningDemand {
      Bench.android(FusedLocationRequest(priority: priority, interval: 7)).system.demand
    }
    let high = demand(.highAccuracy)
    #expect((high.gnss, high.wifi, high.cell) == (.continuous, .bridging, true))
    let balanced = demand(.balanced)
    #expect((balanced.gnss, balanced.wifi, balanced.cell) == (.off, .regular, true))
    let low = demand(.lowPower)
    #expect((low.gnss, low.wifi, low.cell) == (.off, .fallback, true))
    #expect(demand(.passive).isEmpty)
  }

  @Test func theIntervalIsTheTimeBetweenDeliveriesWhileTheReceiverRunsOn() {
    var bench = Bench.android(FusedLocationRequest(priority: .highAccuracy, interval: 5))
    for second in 1...16 {
      bench.advance(to: Double(second), forFix: true)
      bench.fix(east: Double(second))
    }
    #expect(bench.journal.deliveries.map(\.time) == [1, 6, 11, 16])
    #expect(bench.system.demand.gnss == .continuous)
  }

  /// The cell's position comes first; Wi-Fi's, within the interval, is kept until that is over.
  @Test func whatComesTooEarlyIsDeliveredWhenTheIntervalEnds() throws {
    var bench = Bench.android(FusedLocationRequest(priority: .highAccuracy, interval: 5))
    bench.fix(accuracy: 871, fromGNSS: false)
    bench.advance(to: 1.3)
    bench.fix(east: 7, accuracy: 31, fromGNSS: false)
    // A rougher one does not take its place.
    bench.advance(to: 2.1)
    bench.fix(east: 300, accuracy: 190, fromGNSS: false)
    bench.advance(to: 4.99)
    #expect(bench.journal.deliveries.map(\.time) == [0])
    bench.advance(to: 300)
    #expect(bench.journal.deliveries.map(\.time) == [0, 5])
    let kept = try #require(bench.journal.deliveries.last?.locations.first)
    #expect(kept.horizontalAccuracy == 31 && kept.timestamp == 1.3)
  }

  /// A receiver that loses the sky is followed by Wi-Fi: its first position does not take the place of a satellite fix of a
  /// moment before.
  @Test func aRougherPositionOfTheSameIntervalIsNotKept() {
    var bench = Bench.android(FusedLocationRequest(priority: .highAccuracy, interval: 5))
    bench.fix(accuracy: 7)
    bench.advance(to: 1)
    bench.fix(accuracy: 31, fromGNSS: false)
    bench.advance(to: 60)
    #expect(bench.journal.deliveries.map(\.time) == [0])
    // After the interval it is delivered, as any that is no cell's.
    bench.fix(accuracy: 31, fromGNSS: false)
    #expect(bench.journal.deliveries.map(\.time) == [0, 60])
  }

  /// Up to 11 s apart the more accurate of satellites' and the network's position counts; of positions further apart the newer.
  @Test func withinElevenSecondsTheMoreAccurateTechnologyCounts() {
    var bench = Bench.android(FusedLocationRequest(priority: .highAccuracy, interval: 5))
    bench.fix(accuracy: 17)
    for (time, accuracy) in [(7.0, 19.0), (11, 31), (11.5, 33)] {
      bench.advance(to: time, forFix: true)
      bench.fix(accuracy: accuracy, fromGNSS: false)
    }
    #expect(bench.journal.deliveries.map(\.time) == [0, 11.5])
    bench.advance(to: 17, forFix: true)
    bench.fix(accuracy: 41)
    #expect(bench.journal.deliveries.map(\.time) == [0, 11.5])
    bench.advance(to: 18, forFix: true)
    bench.fix(accuracy: 29)
    #expect(bench.journal.deliveries.map(\.time) == [0, 11.5, 18])
  }

  /// Of like radius the newest is kept. The next may come half a second early, a tenth of the interval: then deliveries fall in
  /// step with the receiver.
  @Test func deliveriesFallInStepWithTheReceiver() {
    var bench = Bench.android(FusedLocationRequest(priority: .highAccuracy, interval: 5))
    bench.fix(accuracy: 871, fromGNSS: false)
    for time in stride(from: 1.75, through: 20, by: 1) {
      bench.advance(to: time, forFix: true)
      bench.fix(east: time)
    }
    #expect(bench.journal.deliveries.map(\.time) == [0, 5, 9.75, 14.75, 19.75])
    #expect(bench.journal.deliveries.compactMap(\.locations.first?.timestamp) == [0, 4.75, 9.75, 14.75, 19.75])
  }

  /// A new pace, or a right that is gone, ends what was kept.
  @Test func whatWasKeptIsLostBehindTheScreen() {
    var bench = Bench.android(.android12, FusedLocationRequest(priority: .highAccuracy, interval: 5))
    bench.fix(accuracy: 871, fromGNSS: false)
    bench.advance(to: 1)
    bench.fix(accuracy: 31, fromGNSS: false)
    bench.leave()
    bench.advance(to: 60)
    #expect(bench.journal.deliveries.map(\.time) == [0])
  }

  @Test func beyondTenSecondsTheReceiverIsOffBetweenFixes() {
    var bench = Bench.android(FusedLocationRequest(priority: .highAccuracy, interval: 31))
    #expect(bench.system.demand.gnss == .continuous)
    bench.advance(to: 3)
    bench.fix()
    #expect(bench.journal.deliveries.map(\.time) == [3])
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 33.9)
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 34)
    #expect(bench.system.demand.gnss == .continuous)
  }

  @Test func atRestAPollForHighAccuracyIsServedByWiFi() {
    var bench = Bench.android(.android6, FusedLocationRequest(priority: .highAccuracy, interval: 31), motion: .still)
    #expect((bench.system.demand.gnss, bench.system.demand.wifi) == (.off, .regular))
    bench.fix(accuracy: 15, fromGNSS: false)
    bench.advance(to: 30)
    #expect(bench.system.demand.isEmpty)
    bench.move(.cycling)
    bench.advance(to: 31)
    #expect(bench.system.demand.gnss == .continuous)
  }

  /// The device says up to which interval, whatever the version; without a value none does.
  @Test(arguments: [Platform.android6, .android14], [(2.9, false), (3, true), (3.1, true), (nil, false)])
  func aBalancedRequestTakesSatellitesOnTheMoveUpToTheDevicesInterval(
    _ platform: Platform, _ limit: (seconds: Double?, takes: Bool)
  ) {
    var bench = Bench.android(platform, FusedLocationRequest(priority: .balanced, interval: 3), motion: .still)
    bench.system.balancedInterval = limit.seconds.map { .seconds($0) }
    bench.move(.cycling)
    #expect((bench.system.demand.gnss == .continuous) == limit.takes)
  }

  @Test func aBalancedRequestEachSecondTakesSatellitesOnTheMoveAndWiFiAtRest() {
    var bench = Bench.android(.android6, FusedLocationRequest(priority: .balanced, interval: 1), motion: .still)
    bench.system.balancedInterval = .seconds(1)
    bench.move(.cycling)
    #expect(bench.system.demand.gnss == .continuous)
    bench.fix()
    bench.move(.still)
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 299)
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 300)
    #expect((bench.system.demand.gnss, bench.system.demand.wifi) == (.off, .regular))
  }

  /// Nor do satellites answer, which are tried for a minute then; the next looks are for scans alone, for five minutes.
  @Test func aPollThatFindsNothingBetterTakesTheCell() {
    var bench = Bench.android(FusedLocationRequest(priority: .balanced, interval: 60))
    bench.fix(accuracy: 871, fromGNSS: false)
    bench.advance(to: 10)
    #expect(bench.system.demand.gnss == .continuous)
    #expect(bench.journal.deliveries.isEmpty)
    bench.advance(to: 70)
    #expect(bench.journal.deliveries.map(\.time) == [70])
    #expect(bench.system.demand.isEmpty)
    // The next poll comes an interval after this one ended.
    bench.advance(to: 129)
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 130)
    #expect((bench.system.demand.gnss, bench.system.demand.wifi) == (.off, .regular))
    bench.advance(to: 139)
    #expect(bench.system.demand.wifi == .regular)
    bench.advance(to: 140)
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 379)
    #expect(bench.system.demand.gnss == .off)
    bench.advance(to: 380)
    #expect(bench.system.demand.gnss == .continuous)
  }

  /// Satellites that stand in do so for five minutes from look to look; a scan that answers ends it.
  @Test func satellitesStandInUntilAScanAnswers() {
    var bench = Bench.android(FusedLocationRequest(priority: .balanced, interval: 60))
    bench.advance(to: 12)
    bench.fix(accuracy: 7)
    #expect(bench.journal.deliveries.map(\.time) == [12])
    bench.advance(to: 72)
    #expect(bench.system.demand.gnss == .continuous)
    bench.fix(accuracy: 31, fromGNSS: false)
    #expect(bench.journal.deliveries.map(\.time) == [12, 72])
    bench.advance(to: 132)
    #expect((bench.system.demand.gnss, bench.system.demand.wifi) == (.off, .regular))
  }

  @Test func whatOthersCauseComesAsOftenAsTheMinimumIntervalSays() {
    func times(_ minimum: Double?) -> [Double] {
      var bench = Bench.android(FusedLocationRequest(priority: .balanced, interval: 600, minUpdateInterval: minimum))
      // A tenth of the interval early, but 30 s at most.
      for time in [0.0, 69, 71, 140, 142, 400] {
        bench.advance(to: time)
        bench.fix(east: time)
      }
      return bench.journal.deliveries.map(\.time)
    }
    #expect(times(nil) == [0])
    #expect(times(100) == [0, 71, 142, 400])
  }

  @Test func limitsMakeTheIntervalLongerAndAnOwnMinimumStays() {
    func times(_ minimum: Double?) -> [Double] {
      var bench = Bench.android(FusedLocationRequest(priority: .balanced, interval: 40, minUpdateInterval: minimum))
      bench.fix()
      bench.leave()
      for time in [50.0, 100, 1769, 1771] {
        bench.advance(to: time)
        bench.fix(east: time)
      }
      return bench.journal.deliveries.map(\.time)
    }
    #expect(times(nil) == [0, 1771])
    #expect(times(40) == [0, 50, 100, 1769])
  }

  /// The approximate place comes each ten minutes whoever causes the positions, half a minute early at most.
  @Test(arguments: [nil, 7.0]) func othersPositionsDoNotMakeTheApproximatePlaceComeMoreOften(_ minimum: Double?) {
    var bench = Bench.android(
      FusedLocationRequest(priority: .balanced, interval: 60, minUpdateInterval: minimum), accuracy: .reduced)
    for time in stride(from: 0.0, through: 1200, by: 3) {
      bench.advance(to: time)
      bench.fix(east: time, accuracy: 15, fromGNSS: false)
    }
    #expect(bench.journal.deliveries.map(\.time) == [0, 570, 1140])
  }

  /// One that is there already is told at once, and counts: the next comes ten minutes after it.
  @Test func theApproximatePlaceOfAMomentAgoIsNotFollowedByAnother() {
    let request = FusedLocationRequest(priority: .balanced, interval: 60, granularity: .coarse)
    var bench = Bench.opened(platform: .android12, motion: .automotive) { app, host in
      app.request(FusedLocationRequest(priority: .highAccuracy, interval: 1, maxUpdates: 1), host)
    }
    bench.advance(to: 5)
    bench.fix()
    bench.advance(to: 20)
    let journal = bench.journal
    bench.actOnHost { host in
      host.makeFusedLocationClient().requestLocationUpdates(request) { journal.note("coarse", at: host.now, $0) }
    }
    #expect(bench.journal.deliveries.map(\.time) == [5, 20])
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 604)
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 605)
    #expect(bench.system.demand.wifi == .regular)
  }

  @Test func aPassiveRequestGetsWhatOthersCauseAndAsksForNothing() {
    var bench = Bench.android(FusedLocationRequest(priority: .passive, interval: 10))
    for time in [1.0, 3, 11, 40] {
      bench.advance(to: time)
      bench.fix(east: time)
    }
    #expect(bench.journal.deliveries.map(\.time) == [1, 11, 40])
    #expect(bench.system.demand.isEmpty)
  }

  @Test func theMinimumDistanceWithholdsDeliveriesOnly() {
    // Farther than that: as far is not enough.
    let far = Bench.location(east: 25).distance(from: Bench.location(east: 0))
    var bench = Bench.android(FusedLocationRequest(priority: .highAccuracy, interval: 1, minUpdateDistance: far))
    for (time, east) in [(1.0, 0.0), (2, 25), (3, 26), (4, 50), (5, 52)] {
      bench.advance(to: time)
      bench.fix(east: east)
    }
    #expect(bench.journal.deliveries.map(\.time) == [1, 3, 5])
    #expect(bench.system.demand.gnss == .continuous)
  }

  @Test func aRequestEndsAfterItsDurationOrItsNumberOfUpdates() {
    var lasting = Bench.android(FusedLocationRequest(priority: .highAccuracy, interval: 1, duration: 17))
    lasting.advance(to: 16.9)
    #expect(lasting.system.demand.gnss == .continuous)
    lasting.advance(to: 17)
    #expect(lasting.system.demand.isEmpty)
    var counted = Bench.android(FusedLocationRequest(priority: .highAccuracy, interval: 1, maxUpdates: 2))
    for time in [1.0, 2, 3] {
      counted.advance(to: time)
      counted.fix()
    }
    #expect(counted.journal.deliveries.map(\.time) == [1, 2])
    #expect(counted.system.demand.isEmpty)
  }

  @Test func batchesComeAfterTheLongestDelayFromTwiceTheIntervalOn() {
    func deliveries(delay: Double) -> [Int] {
      var bench = Bench.android(FusedLocationRequest(priority: .highAccuracy, interval: 1, maxUpdateDelay: delay))
      for second in 0...20 {
        bench.advance(to: Double(second))
        bench.fix(east: Double(second))
      }
      return bench.journal.deliveries.map(\.locations.count)
    }
    #expect(deliveries(delay: 1.9).count == 21)
    #expect(deliveries(delay: 7) == [7, 7, 7])
  }

  /// 17 s are five intervals of 3 s: 0, 3, 6, 9 and 12 s, then 15 to 27 s. A position that is late ends a smaller batch 17 s after its
  /// first.
  @Test func aBatchHasTheDelayDividedByTheInterval() {
    var bench = Bench.android(FusedLocationRequest(priority: .highAccuracy, interval: 3, maxUpdateDelay: 17))
    for second in [0.0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 31, 37, 53, 59] {
      bench.advance(to: second)
      bench.fix(east: second)
    }
    #expect(bench.journal.deliveries.map(\.time) == [12, 27, 48])
    #expect(bench.journal.deliveries.map(\.locations.count) == [5, 5, 2])
  }

  @Test func behindTheScreenABatchIsKeptOnTheChipAndAFullChipDeliversEarly() {
    var bench = Bench.android(
      FusedLocationRequest(priority: .highAccuracy, interval: 1, maxUpdateDelay: 600), chipCapacity: 9, service: true)
    #expect(bench.system.demand.gnss == .continuous)
    bench.leave()
    #expect(bench.system.demand.gnss == .batching)
    for second in 1...20 {
      bench.advance(to: Double(second))
      bench.system.keepOnChip(Bench.location(at: Double(second)), at: bench.now)
      bench.settle()
    }
    #expect(bench.journal.deliveries.map(\.time) == [9, 18])
    #expect(bench.journal.deliveries.map(\.locations.count) == [9, 9])
  }

  @Test func approximateLocationIsTheMiddleOfASquareOfTwoKilometresEachTenMinutes() throws {
    var bench = Bench.android(
      FusedLocationRequest(priority: .highAccuracy, interval: 1), accuracy: .reduced)
    #expect((bench.system.demand.gnss, bench.system.demand.wifi) == (.off, .regular))
    bench.fix(east: 3, fromGNSS: false)
    bench.advance(to: 599)
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 600)
    bench.fix(east: 40, fromGNSS: false)
    let shown = bench.journal.deliveries.flatMap(\.locations)
    #expect(shown.count == 2 && shown[0].position == shown[1].position)
    let first = try #require(shown.first)
    #expect(first.horizontalAccuracy == 2000)
    #expect(first.distance(from: Bench.location(east: 3)) < 1500)
  }

  /// By hand: squares of 2000 / 111000 = 0.018018 degrees; 0.0085 and 500 m each deviation northward.
  @Test func theApproximatePlaceIsMovedBeforeItsSquareIsTaken() {
    func latitude(_ north: Double) -> Double {
      let there = GeodeticPosition(latitude: 0.0085, longitude: 0.0085).earthVector()
      let location = Location(position: there, horizontalAccuracy: 17, instant: .start, speed: 3)
      return ApproximateLocation.of(location, offset: PlaceOffset(east: 0, north: north)).coordinate.latitude
    }
    // 1000 m are 0.009009 degrees: 0.0175 is in the first square, 1100 m more than its edge.
    for (north, middle) in [(0.0, 0.009009), (2, 0.009009), (2.2, 0.027027), (-2, -0.009009)] {
      #expect(abs(latitude(north) - middle) < 1e-6, "\(north)")
    }
  }

  @Test func deniedNothingIsLookedForAndNothingTold() {
    var bench = Bench.android(FusedLocationRequest(priority: .highAccuracy, interval: 1), authorization: .denied)
    #expect(bench.system.demand.isEmpty)
    bench.fix()
    #expect(bench.journal.deliveries.isEmpty)
  }

  @Test func requestsEndWithTheProcess() {
    var bench = Bench.android(FusedLocationRequest(priority: .highAccuracy, interval: 1))
    bench.kill()
    #expect(bench.system.demand.isEmpty)
    bench.fix()
    #expect(bench.journal.deliveries.isEmpty)
  }

  @Test func iOSHasNoFusedProviderAndAndroidNoStandardUpdates() {
    let fused = Bench.opened(platform: .ios18) { app, host in
      app.request(FusedLocationRequest(priority: .highAccuracy, interval: 1), host)
    }
    #expect(fused.system.missingServices.map(\.service) == [.fusedLocation])
    #expect(fused.system.demand.isEmpty)
    let standard = Bench.opened(platform: .android12) { app, host in app.makeManager(host).startUpdatingLocation() }
    #expect(standard.system.missingServices.map(\.service) == [.standardUpdates])
    #expect(standard.system.demand.isEmpty)
  }
}
