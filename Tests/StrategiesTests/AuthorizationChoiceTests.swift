import DeviceModel
import LocationServices
import Testing

@testable import Strategies

@Suite struct AuthorizationChoiceTests {
  private static func standard(_ platform: Platform = .ios18) -> StrategySpecification {
    StrategySpecification(name: "s", summary: "", kind: "standard", platform: platform, note: "own")
  }
  private static func significantChange(_ platform: Platform = .ios18) -> StrategySpecification {
    StrategySpecification(name: "s", summary: "", kind: "significant_change", platform: platform)
  }

  @Test func everyKindSaysWhatItNeeds() {
    func needs(_ kind: String) -> LocationNeeds? { StrategyRegistry.kind(named: kind)?.needs }
    #expect(needs("none") == LocationNeeds.none)
    #expect(needs("standard") == .whenInUse)
    #expect(needs("one_shot") == .whenInUse)
    #expect(needs("significant_change") == .always)
    for kind in StrategyRegistry.kinds where kind.requires.contains(where: \.wakesApps) {
      #expect(kind.needs.authorization == .always, "\(kind.name)")
    }
    #expect(LocationNeeds(for: [.regionMonitoring]) == LocationNeeds(.always, fullAccuracy: true))
    #expect(LocationNeeds(for: [.visits]) == .always)
  }

  @Test func aChoiceChangesTheUserAndNotTheStrategy() {
    for choice in AuthorizationChoice.allCases {
      let changed = Self.standard().under(choice)
      #expect(changed.authorization == choice.authorization)
      #expect(changed.accuracy == (choice == .reduced ? .reduced : .full))
      #expect(changed.name == "s (\(choice.title))")
      #expect(changed.parameters == Self.standard().parameters)
      #expect(changed.note == "own")
    }
  }

  @Test func aVersionThatDoesNotKnowTheChoiceIsRunAsItIsAndSaysSo() {
    let changed = Self.standard(.ios12).under(.reduced)
    #expect(changed.authorization == .always && changed.accuracy == .full)
    #expect(changed.note == "ios-12 has no reduced accuracy (since iOS 14): run with always; own")
    #expect(Self.standard(.ios7).under(.whenInUse).note?.hasPrefix("ios-7 has no when-in-use authorization") == true)
  }

  @Test func theNoteSaysWhatRunsAndWhyNot() {
    #expect(Self.standard().under(.always).authorizationNote == nil)
    #expect(Self.standard().under(.whenInUse).authorizationNote == nil)
    #expect(Self.standard().under(.denied).authorizationNote == "denied: nothing runs, and the app is notified")
    #expect(
      Self.significantChange().under(.whenInUse).authorizationNote
        == "needs always: with when in use notified only while the app is in use")
    #expect(
      Self.significantChange(.ios12).under(.whenInUse).authorizationNote
        == "needs always: does not start with when in use")
    for choice in AuthorizationChoice.allCases where choice != .always {
      #expect(Self.significantChange().under(choice).authorizationNote != nil, "\(choice)")
    }
    let base = StrategySpecification(name: "none", summary: "", kind: "none", authorization: .denied)
    #expect(base.authorizationNote == nil)
  }

  @Test func onAndroidTheNoteHasAndroidsWords() {
    func note(_ kind: String, _ choice: AuthorizationChoice) -> String? {
      StrategySpecification(name: "s", summary: "", kind: kind, platform: .android12).under(choice).authorizationNote
    }
    #expect(
      note("android_geofences", .whenInUse)
        == "needs location all the time: with 'only while using the app' geofences are silent")
    #expect(
      note("android_geofences", .allowOnce)
        == "needs location all the time: with 'only this time' geofences are silent; "
        + "only this time: asks again after each use")
    #expect(note("android_geofences", .reduced) == "approximate location: geofences are silent")
    #expect(note("wifi_scans", .reduced) == "approximate location: scans are refused")
    #expect(note("wifi_scans", .whenInUse) == nil)
    #expect(note("wifi_scans", .denied) == "denied: scans are refused, the app goes on asking")
    for kind in ["wifi_scans", "fused"] {
      let behind = StrategySpecification(
        name: "s", summary: "", kind: kind, platform: .android12, parameters: ["foreground_service": .flag(false)])
      #expect(
        behind.under(.whenInUse).authorizationNote
          == "only while using the app: nothing comes behind the screen without a service")
      #expect(behind.under(.always).authorizationNote == nil)
    }
    #expect(note("fused", .reduced) == "approximate location: the middle of a square of 2 km, every 10 min at most")
    #expect(note("fused", .whenInUse) == nil && note("fused", .always) == nil)
    #expect(note("fused", .denied) == "denied: nothing runs, and the app is notified")
  }

  /// Permission for the time of use suffices where a service begins with the process that the user opens, and stays; behind the
  /// screen, for geofences and for a pending intent it does not.
  @Test(arguments: services)
  func aServiceThatBeginsOnTheScreenNeedsNoMoreThanUse(
    _ enter: [CompositeAction], _ later: [CompositeAction], needs: AuthorizationRequest
  ) {
    let rule = CompositeRule(.motion(.moving, confidence: .low), do: [.upload(CompositeUpload())] + later)
    let state = CompositeState("a", enter: enter + [.start(.motionActivity)], rules: [rule])
    let strategy = StrategySpecification(
      name: "s", summary: "", kind: "composite", platform: .android15, composite: CompositeProgram(states: [state]))
    #expect(strategy.needs.authorization == needs)
  }
  private static let services: [([CompositeAction], [CompositeAction], AuthorizationRequest)] = [
    ([.beginForegroundService, request], [], .whenInUse),
    ([.beginForegroundService, request], [.endForegroundService], .always),
    ([request], [.beginForegroundService], .always),
    ([.beginForegroundService, .fence(CompositeFence("f", radius: 170))], [], .always),
    ([.beginForegroundService, byIntent], [], .always),
  ]
  private static let request = CompositeAction.request(FusedLocationRequest(interval: 7))
  private static let byIntent: CompositeAction = {
    var request = FusedLocationRequest(interval: 7)
    request.delivery = .pendingIntent
    return .request(request)
  }()

  /// Another version is taken where it has all services; else the strategy keeps its own and says so.
  @Test func aStrategyRunsOnTheVersionThatIsAskedFor() {
    let fused = StrategySpecification(name: "s", summary: "", kind: "fused")
    #expect(
      fused.platform == .android15 && fused.on(.android9).platform == .android9 && fused.on(.android9).note == nil)
    let kept = fused.on(.ios18)
    #expect(kept.platform == .android15)
    #expect(kept.note == "ios-18 has no fused location provider (on Android only): run on android-15")
    let none = StrategySpecification(name: "n", summary: "", kind: "none")
    #expect(none.base(on: .android).platform == .android15 && none.base(on: .ios).platform == .ios18)
    #expect(none.on(.ios12).base(on: .android).platform == .ios12 && fused.base(on: .ios) == fused)
  }

  /// A strategy that starts undecided asks for what it needs when the user opens it, and then works.
  @Test func everyKindAsksForWhatItNeeds() throws {
    for kind in StrategyRegistry.kinds {
      guard let platform = Platform.all.last(where: { kind.requires.allSatisfy($0.offers) }) else { continue }
      let strategy = StrategySpecification(
        name: kind.name, summary: "", kind: kind.name, platform: platform, authorization: .notDetermined)
      #expect(try strategy.appDefinition().asksFor == kind.needs.authorization, "\(kind.name)")
    }
  }
}
