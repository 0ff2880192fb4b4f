import Core
import Testing

@testable import LocationServices

/// The limits on scans of apps, by hand.
@Suite struct ScanThrottleTests {
  /// Which of the requests at these seconds go through.
  private static func admitted(
    _ times: [Double], by throttle: inout ScanThrottle, app: Int = 0, background: Bool, _ platform: Platform
  ) -> [Double] {
    times.filter {
      throttle.admits(app: app, isBackground: background, platform.scanLimits, at: .seconds($0))
    }
  }

  private static func admitted(_ times: [Double], background: Bool, _ platform: Platform) -> [Double] {
    var throttle = ScanThrottle()
    return admitted(times, by: &throttle, background: background, platform)
  }

  @Test(arguments: [
    (Platform.android6, ScanThrottle.Limits.none), (.android8, .eachAppInBackground),
    (.android9, .foregroundAndBackground), (.android10, .foregroundAndBackground),
    (.android12, .foregroundAndBackground), (.ios18, .none),
  ])
  func limitsCameWith8And9(_ platform: Platform, limits: ScanThrottle.Limits) {
    #expect(platform.scanLimits == limits)
  }

  @Test func before8NothingIsRefused() {
    let times = stride(from: 3.0, to: 4000, by: 7).map { $0 }
    for background in [true, false] {
      #expect(Self.admitted(times, background: background, .android6) == times)
    }
  }

  /// 11 + 1800 = 1811: the end of the interval belongs to the next. Refused requests leave no mark.
  @Test func on8EachAppBehindTheScreenScansOnceInHalfAnHour() {
    var throttle = ScanThrottle()
    let times = [11, 12, 907, 1810.999, 1811, 3610, 3611, 3612]
    #expect(Self.admitted(times, by: &throttle, background: true, .android8) == [11, 1811, 3611])
    #expect(Self.admitted([3613, 3614], by: &throttle, app: 1, background: true, .android8) == [3613])
    let often = stride(from: 3615.0, to: 3700, by: 1).map { $0 }
    #expect(Self.admitted(often, by: &throttle, background: false, .android8) == often)
  }

  /// The first of four leaves the window of 2 min when it is older than 120 s, not at 120 s.
  @Test func since9AnAppInTheForegroundScansFourTimesInTwoMinutes() {
    let times = [0, 17, 41, 59, 83, 101, 120, 120.001, 137, 137.001, 161, 161.001, 178, 179.001]
    for platform in [Platform.android9, .android12] {
      #expect(
        Self.admitted(times, background: false, platform) == [0, 17, 41, 59, 120.001, 137.001, 161.001, 179.001])
    }
  }

  @Test func everyThirtySecondsSharpOneOfFiveIsRefusedAndALittleLaterNone() {
    let sharp = (0..<15).map { Double($0) * 30 }
    #expect(Self.admitted(sharp, background: false, .android9) == sharp.filter { $0 != 120 && $0 != 270 && $0 != 420 })
    let late = (0..<15).map { Double($0) * 30.001 }
    #expect(Self.admitted(late, background: false, .android9) == late)
  }

  @Test func since9AppsInTheForegroundHaveTheirOwnWindowsAndThoseBehindShareOne() {
    var throttle = ScanThrottle()
    func admits(_ app: Int, _ background: Bool, _ time: Double) -> Bool {
      throttle.admits(app: app, isBackground: background, .foregroundAndBackground, at: .seconds(time))
    }
    for time in [1.0, 2, 3, 4] {
      #expect(admits(0, false, time) && admits(1, false, time))
    }
    #expect(!admits(0, false, 5) && !admits(1, false, 5))
    // Behind the screen the window of the foreground does not count.
    #expect(admits(0, true, 6))
    #expect(!admits(1, true, 7) && !admits(0, true, 1805) && admits(1, true, 1806) && !admits(0, true, 1807))
  }

  @Test func theDeveloperOptionLiftsLimitsAndSwitchingItForgets() {
    var throttle = ScanThrottle()
    let times = (0..<9).map { Double($0) * 13 }
    #expect(Self.admitted(times, by: &throttle, background: false, .android10).count == 4)
    throttle.isEnabled = false
    #expect(Self.admitted(times, by: &throttle, background: false, .android10) == times)
    throttle.isEnabled = true
    #expect(Self.admitted([105, 106, 107, 108, 109], by: &throttle, background: false, .android10).count == 4)
  }

  @Test func switchingWiFiOffForgetsSince9() {
    for (platform, count) in [(Platform.android8, 1), (.android9, 2)] {
      var throttle = ScanThrottle()
      var through = Self.admitted([5], by: &throttle, background: true, platform)
      throttle.forget()
      through += Self.admitted([6], by: &throttle, background: true, platform)
      #expect(through.count == count)
    }
  }
}
