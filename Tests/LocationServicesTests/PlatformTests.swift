import LocationServices
import DeviceModel
import Quantities
import Testing

@Suite struct PlatformTests {
  @Test func versionsAreOrderedAndNamed() {
    #expect(Platform.ios.count == 13)
    #expect(
      Platform.android.map(\.name) == [
        "android-6", "android-8", "android-9", "android-10", "android-11", "android-12", "android-14", "android-16",
      ])
    for system in [Platform.ios, Platform.android] {
      #expect(system.map(\.version) == system.map(\.version).sorted())
    }
    #expect(Set(Platform.all.map(\.name)).count == 21)
    for platform in Platform.all { #expect(Platform.named(platform.name) == platform) }
    #expect(SystemVersion(13, 4) > SystemVersion(13))
    #expect(SystemVersion(13, 4).description == "13.4")
  }

  @Test(arguments: [
    (SystemService.deferredUpdates, ["ios-6", "ios-7", "ios-8", "ios-9", "ios-12"]),
    (.visits, ["ios-8", "ios-9", "ios-12", "ios-13.0", "ios-13.4", "ios-14", "ios-17", "ios-18", "ios-26"]),
    (.requestLocation, ["ios-9", "ios-12", "ios-13.0", "ios-13.4", "ios-14", "ios-17", "ios-18", "ios-26"]),
    (.provisionalAlways, ["ios-13.0", "ios-13.4", "ios-14", "ios-17", "ios-18", "ios-26"]),
    (.reducedAccuracy, ["ios-14", "ios-17", "ios-18", "ios-26", "android-12", "android-14", "android-16"]),
    (.fusedLocation, Platform.android.map(\.name)), (.wifiScans, Platform.android.map(\.name)),
    (.scanThrottlingOption, ["android-10", "android-11", "android-12", "android-14", "android-16"]),
    (
      .allowOnce,
      [
        "ios-13.0", "ios-13.4", "ios-14", "ios-17", "ios-18", "ios-26", "android-11", "android-12", "android-14",
        "android-16",
      ]
    ),
    (
      .whenInUseAuthorization,
      [
        "ios-8", "ios-9", "ios-12", "ios-13.0", "ios-13.4", "ios-14", "ios-17", "ios-18", "ios-26", "android-10",
        "android-11", "android-12", "android-14", "android-16",
      ]
    ),
    (.liveUpdates, ["ios-17", "ios-18", "ios-26"]), (.serviceSession, ["ios-18", "ios-26"]),
  ])
  func servicesComeAndGoWithVersions(_ service: SystemService, versions: [String]) {
    #expect(Platform.all.filter { $0.offers(service) }.map(\.name) == versions)
  }

  @Test(arguments: [
    ("Android 13", "android-12"), ("android-15", "android-14"), ("android-7", "android-6"),
    ("android-10", "android-10"), ("Android 11", "android-11"), ("ios-16", "ios-14"),
    ("15.2", "ios-14"),
  ])
  func versionsBetweenTwoStandForTheEarlier(_ text: String, name: String) {
    #expect(Platform.standing(for: text)?.name == name)
  }

  @Test func androidBefore6AndWordsAreNoVersion() {
    for text in ["android-5", "android", "androids-9", "windows-8"] { #expect(Platform.standing(for: text) == nil) }
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
