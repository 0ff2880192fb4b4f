import LocationServices
import DeviceModel
import Core
import Testing

@Suite struct PlatformTests {
  @Test func versionsAreOrderedAndNamed() {
    #expect(Platform.ios.count == 13)
    #expect(
      Platform.android.map(\.name) == [
        "android-6", "android-8", "android-9", "android-10", "android-11", "android-12", "android-14", "android-15",
        "android-16",
      ])
    for system in [Platform.ios, Platform.android] {
      #expect(system.map(\.version) == system.map(\.version).sorted())
    }
    #expect(Set(Platform.all.map(\.name)).count == 22)
    for platform in Platform.all { #expect(Platform.named(platform.name) == platform) }
    #expect(SystemVersion(13, 4) > SystemVersion(13))
    #expect(SystemVersion(13, 4).description == "13.4")
  }

  @Test(arguments: [
    (SystemService.deferredUpdates, ["ios-6", "ios-7", "ios-8", "ios-9", "ios-12"]),
    (.visits, ["ios-8", "ios-9", "ios-12", "ios-13.0", "ios-13.4", "ios-14", "ios-17", "ios-18", "ios-26"]),
    (.requestLocation, ["ios-9", "ios-12", "ios-13.0", "ios-13.4", "ios-14", "ios-17", "ios-18", "ios-26"]),
    (.provisionalAlways, ["ios-13.0", "ios-13.4", "ios-14", "ios-17", "ios-18", "ios-26"]),
    (
      .reducedAccuracy,
      ["ios-14", "ios-17", "ios-18", "ios-26", "android-12", "android-14", "android-15", "android-16"]
    ),
    (.fusedLocation, Platform.android.map(\.name)), (.wifiScans, Platform.android.map(\.name)),
    (.scanThrottlingOption, ["android-10", "android-11", "android-12", "android-14", "android-15", "android-16"]),
    (
      .allowOnce,
      [
        "ios-13.0", "ios-13.4", "ios-14", "ios-17", "ios-18", "ios-26", "android-11", "android-12", "android-14",
        "android-15", "android-16",
      ]
    ),
    (
      .whenInUseAuthorization,
      [
        "ios-8", "ios-9", "ios-12", "ios-13.0", "ios-13.4", "ios-14", "ios-17", "ios-18", "ios-26", "android-10",
        "android-11", "android-12", "android-14", "android-15", "android-16",
      ]
    ),
    (.liveUpdates, ["ios-17", "ios-18", "ios-26"]), (.serviceSession, ["ios-18", "ios-26"]),
  ])
  func servicesComeAndGoWithVersions(_ service: SystemService, versions: [String]) {
    #expect(Platform.all.filter { $0.offers(service) }.map(\.name) == versions)
  }

  @Test(arguments: [
    ("Android 13", "android-13", Platform.android12), ("android_7", "android-7", .android6),
    ("android-10", "android-10", .android10), ("ios-16", "ios-16", .ios14), ("iOS 15.2", "ios-15.2", .ios14),
    ("ios-13", "ios-13.0", .ios13), ("ios-26.1", "ios-26.1", .ios26),
  ])
  func aVersionBetweenTwoHasWhatTheEarlierHas(_ text: String, name: String, earlier: Platform) throws {
    let platform = try #require(Platform.named(text))
    #expect(platform.name == name && platform.system == earlier.system)
    for service in SystemService.allCases where service != .locationPushes {
      #expect(platform.offers(service) == earlier.offers(service))
    }
    // They came with iOS 15, between two that are told apart.
    #expect(platform.offers(.locationPushes) == (platform.system == .ios && platform.version >= SystemVersion(15)))
  }

  @Test(arguments: ["android-5", "android", "androids-9", "windows-8", "ios-3", "ios-20", "ios-27", "android-17", "16"])
  func versionsBeforeTheFirstAndAfterTheLastAreUnknown(_ text: String) { #expect(Platform.named(text) == nil) }

  @Test func presetsRunOnAPresentVersionOfTheSystemThatHasTheirServices() {
    #expect(Platform.today(for: [.fusedLocation]) == .android15)
    #expect(Platform.today(for: [.standardUpdates]) == .ios18)
    #expect(Platform.today(for: [.geocoding]) == .ios18)
  }

  @Test func theSystemsLackEachOthersServices() {
    for service in [SystemService.standardUpdates, .visits, .significantChange, .deferredUpdates] {
      #expect(Platform.android.allSatisfy { !$0.offers(service) })
      #expect(service.lifetime(on: .android) == "on iOS only")
    }
    #expect(Platform.ios.allSatisfy { !$0.offers(.fusedLocation) })
    #expect(SystemService.reducedAccuracy.lifetime(on: .android) == "since Android 12")
  }

  @Test(arguments: [(Platform.ios4, 600.0), (.ios6, 600), (.ios7, 180), (.ios12, 180), (.ios13, 30), (.ios26, 30)])
  func taskAssertionsShrankWithVersions(_ platform: Platform, seconds: Double) {
    #expect(platform.backgroundTaskLimit == .seconds(seconds))
  }
}
