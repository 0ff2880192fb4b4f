import LocationServices
import Quantities
import Testing

@Suite struct PlatformTests {
  @Test func versionsAreOrderedAndNamed() {
    #expect(Platform.all.count == 13)
    #expect(Platform.all.map(\.version) == Platform.all.map(\.version).sorted())
    #expect(Set(Platform.all.map(\.name)).count == 13)
    for platform in Platform.all { #expect(Platform.named(platform.name) == platform) }
    #expect(SystemVersion(13, 4) > SystemVersion(13))
    #expect(SystemVersion(13, 4).description == "13.4")
  }

  @Test(arguments: [
    (SystemService.deferredUpdates, ["ios-6", "ios-7", "ios-8", "ios-9", "ios-12"]),
    (.visits, ["ios-8", "ios-9", "ios-12", "ios-13.0", "ios-13.4", "ios-14", "ios-17", "ios-18", "ios-26"]),
    (.requestLocation, ["ios-9", "ios-12", "ios-13.0", "ios-13.4", "ios-14", "ios-17", "ios-18", "ios-26"]),
    (.provisionalAlways, ["ios-13.0", "ios-13.4", "ios-14", "ios-17", "ios-18", "ios-26"]),
    (.reducedAccuracy, ["ios-14", "ios-17", "ios-18", "ios-26"]),
    (.liveUpdates, ["ios-17", "ios-18", "ios-26"]), (.serviceSession, ["ios-18", "ios-26"]),
  ])
  func servicesComeAndGoWithVersions(_ service: SystemService, versions: [String]) {
    #expect(Platform.all.filter { $0.offers(service) }.map(\.name) == versions)
  }

  @Test(arguments: [(Platform.ios4, 600.0), (.ios6, 600), (.ios7, 180), (.ios12, 180), (.ios13, 30), (.ios26, 30)])
  func taskAssertionsShrankWithVersions(_ platform: Platform, seconds: Double) {
    #expect(platform.backgroundTaskLimit == .seconds(seconds))
  }
}
