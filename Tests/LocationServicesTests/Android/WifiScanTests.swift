import DeviceModel
import Core
import Testing
import World

@testable import LocationServices

/// Scans that apps ask for: who may, who is told, and alarms that wait while the phone dozes.
@Suite struct WifiScanTests {
  /// A phone whose app the user opened at the start, which listens for scans.
  private static func bench(
    _ platform: Platform, motion: MotionClass = .walking, service: Bool = false,
    authorization: Authorization = .always, accuracy: AccuracyAuthorization = .full
  ) -> Bench {
    .opened(authorization: authorization, accuracy: accuracy, platform: platform, motion: motion) { app, host in
      if service { host.startForegroundService() }
      let wifi = host.makeWifiManager()
      app.keep.append(wifi)
      wifi.registerScanResultsReceiver { [unowned app, unowned wifi] results in
        app.journal.note(results.isUpdated ? "heard \(results.accessPoints)" : "nothing new", at: app.now)
        wifi.locate(results, overNetwork: false) { location in
          if let location { app.journal.note("placed", at: app.now, [location]) }
        }
      }
    }
  }

  /// Asks for a scan and says whether it is to be made.
  private static func asks(_ bench: inout Bench, radio: Bool = true) -> Bool {
    bench.actOnHost { $0.makeWifiManager().startScan() }
    var isAdmitted = false
    for app in bench.takeAppRequests().scans {
      isAdmitted = bench.system.admitsScan(of: app, isRadioOn: radio, at: bench.now)
    }
    bench.settle()
    return isAdmitted
  }

  @Test func anAppThatIsRefusedIsToldAtOnceAndKeepsWhatItHad() {
    var bench = Self.bench(.android9)
    var through: [Bool] = []
    for second in [2.0, 3, 5, 7, 11, 13] {
      bench.advance(to: second)
      through.append(Self.asks(&bench))
    }
    #expect(through == [true, true, true, true, false, false])
    #expect(bench.journal.times("nothing new") == [11, 13])
    let counts = bench.system.scanCounts
    #expect((counts.asked, counts.admitted, counts.refused, counts.limited) == (6, 4, 2, 2))
    bench.system.scanEnded(accessPoints: 6, Bench.location(east: 40), isOfApps: true, isFull: true)
    bench.settle()
    #expect(bench.journal.deliveries.map(\.text) == ["placed"])
    #expect(bench.system.delivered.count == 1 && bench.system.deliveries == 1)
  }

  @Test func aServiceCountsAsTheScreen() {
    for (service, expected) in [(true, 4), (false, 1)] {
      var bench = Self.bench(.android12, service: service)
      bench.leave()
      var count = 0
      for second in [20.0, 31, 43, 57, 71] {
        bench.advance(to: second)
        if Self.asks(&bench) { count += 1 }
      }
      #expect(count == expected)
    }
  }

  @Test func scansNeedThePrecisePlaceAndARight() {
    var coarse = Self.bench(.android12, accuracy: .reduced)
    var denied = Self.bench(.android6, authorization: .denied)
    let admitted = [Self.asks(&coarse), Self.asks(&denied)]
    #expect(admitted == [false, false])
    for service in [true, false] {
      var bench = Self.bench(.android10, service: service, authorization: .whenInUse)
      let onScreen = Self.asks(&bench)
      bench.leave()
      bench.advance(to: 100)
      let behind = Self.asks(&bench)
      #expect(onScreen && behind == service)
    }
    // Nobody without the right is told what others' scans have found.
    denied.system.scanEnded(accessPoints: 2, Bench.location(), isOfApps: true, isFull: true)
    denied.settle()
    #expect(denied.journal.deliveries.isEmpty)
  }

  /// Five requests with Wi-Fi off, five with it on, from the screen. Up to Android 10 the first four count as well.
  @Test(arguments: [
    (Platform.android6, 5, 0), (.android8, 5, 0), (.android9, 0, 6), (.android10, 0, 6), (.android11, 4, 1),
    (.android12, 4, 1),
  ])
  func withWiFiOffARequestIsRefused(_ platform: Platform, admitted: Int, limited: Int) {
    var bench = Self.bench(platform)
    let answers = (0..<10).map { Self.asks(&bench, radio: $0 > 4) }
    #expect(answers[..<5].allSatisfy { !$0 })
    #expect(answers[5...].count(where: \.self) == admitted)
    #expect(bench.system.scanCounts.limited == limited && bench.system.scanCounts.refused == 10 - admitted)
  }

  /// Behind the screen on 8 the request of the time without Wi-Fi takes the half hour, which no switch gives back.
  @Test func on8ARequestWithWiFiOffTakesTheHalfHour() {
    var bench = Self.bench(.android8)
    bench.leave()
    bench.advance(to: 60)
    let off = Self.asks(&bench, radio: false)
    bench.system.wifiSwitchedOff(cutScan: false)
    bench.advance(to: 360)
    let on = Self.asks(&bench)
    bench.advance(to: 60 + 1800)
    let later = Self.asks(&bench)
    #expect([off, on, later] == [false, false, true])
  }

  /// Left alone from 0 on it dozes at 63 min. A request of that time counts on Android 8 and does not on 9.
  @Test(arguments: [(Platform.android6, true), (.android8, false), (.android9, true)])
  func aDozingPhoneScansForNobody(_ platform: Platform, isFreeAfterwards: Bool) {
    var bench = Self.bench(platform, motion: .still)
    bench.leave()
    bench.advance(to: 64 * 60)
    let (wasDozing, dozing) = (bench.system.context.isDozing, Self.asks(&bench))
    bench.move(.walking)
    let afterwards = Self.asks(&bench)
    #expect(wasDozing && !dozing && !bench.system.context.isDozing && afterwards == isFreeAfterwards)
  }

  /// An alarm for 70 min goes off in the window that begins at 123 min, unless it was taken back; a timer does not wait.
  @Test func alarmsWaitWhileThePhoneDozes() {
    var bench = Self.bench(.android9, motion: .still)
    let journal = bench.journal
    bench.actOnHost { host in
      host.setAlarm(after: 50 * 60) { journal.note("early alarm", at: 50 * 60) }
      host.setAlarm(after: 70 * 60) { [unowned host] in journal.note("alarm", at: host.now) }
      let cancelled = host.setAlarm(after: 71 * 60) { journal.note("cancelled alarm", at: -1) }
      host.schedule(after: 80 * 60) { [unowned host] in
        journal.note("timer", at: host.now)
        host.cancelTimer(cancelled)
      }
    }
    bench.leave()
    bench.advance(to: 130 * 60)
    #expect(journal.times("early alarm").count == 1)
    #expect(journal.times("alarm") == [123 * 60])
    #expect(journal.times("timer") == [80 * 60])
    #expect(journal.times("cancelled alarm").isEmpty)
  }

  @Test func since10EveryFullScanIsToldAndBeforeThoseOfApps() {
    for (platform, full, ofApps, isTold) in [
      (Platform.android9, true, false, false), (.android9, true, true, true), (.android10, true, false, true),
      (.android10, false, false, false), (.android10, false, true, true),
    ] {
      var bench = Self.bench(platform)
      bench.system.scanEnded(accessPoints: 15, Bench.location(), isOfApps: ofApps, isFull: full)
      bench.settle()
      #expect(bench.journal.times("heard 15").count == (isTold ? 1 : 0), "\(platform) \(full) \(ofApps)")
    }
  }

  @Test func aScanThatIsCutBringsNothingNew() {
    var bench = Self.bench(.android9)
    _ = Self.asks(&bench)
    bench.system.wifiSwitchedOff(cutScan: true)
    bench.settle()
    #expect(bench.journal.times("nothing new").count == 1 && bench.journal.deliveries.isEmpty)
  }

  @Test func theDeveloperOptionIsOf10AndScansAreAndroids() {
    for (platform, count) in [(Platform.android9, 4), (.android10, 9)] {
      var bench = Self.bench(platform)
      bench.actOnHost { $0.makeWifiManager().setScanThrottleEnabled(false) }
      var through = 0
      for _ in 0..<9 where Self.asks(&bench) { through += 1 }
      #expect(through == count)
      #expect(bench.system.missingServices.map(\.service) == (count == 4 ? [.scanThrottlingOption] : []))
    }
    var phone = Self.bench(.ios18)
    let isAdmitted = Self.asks(&phone)
    #expect(!isAdmitted && phone.system.missingServices.map(\.service) == [.wifiScans])
  }
}
