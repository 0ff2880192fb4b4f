import DeviceModel
import Core
import Testing
import World

@testable import LocationServices

/// What a phone's positioning has to do for the watch beside it.
@Suite struct CompanionDemandTests {
  /// A phone with a watch, whose own app has a session of this accuracy, if any.
  private func phone(_ accuracy: DesiredAccuracy?, _ activity: ActivityType = .other) -> LocationSystem {
    let app = AppDefinition(name: "test") {
      RecordingApp(Journal()) { app, host in
        guard let accuracy else { return }
        let manager = app.makeManager(host)
        manager.desiredAccuracy = accuracy
        manager.activityType = activity
        manager.startUpdatingLocation()
      }
    }
    var system = LocationSystem(
      apps: [app],
      availability: AppHost.Availability(deferredLocationUpdates: true, significantLocationChangeMonitoring: true),
      chipCapacity: 300, motion: .walking, end: .phone)
    system.enterForeground(0, at: .start)
    system.dispatch(0, at: .start)
    _ = system.updateDemand()
    return system
  }

  @Test(arguments: DesiredAccuracy.names.map(\.value).filter { $0 != .reduced }, ActivityType.allCases)
  func aRequestOfTheWatchAsksForWhatASessionOfItsAccuracyAsksFor(_ accuracy: DesiredAccuracy, activity: ActivityType) {
    let session = phone(accuracy, activity)
    var asked = phone(nil)
    asked.requestForWatch(0, accuracy, activity, app: 0, at: .seconds(3))
    _ = asked.updateDemand()
    #expect(!asked.demand.isEmpty)
    #expect(asked.demand == session.demand)
  }

  @Test(arguments: [DesiredAccuracy.hundredMeters, .threeKilometers])
  func aSessionOfTheWatchLosesNothingBesideOneOfThePhone(_ accuracy: DesiredAccuracy) {
    let wish = phone(.bestForNavigation, .automotiveNavigation).demand
    var system = phone(accuracy)
    let own = system.demand
    system.setCompanionDemand(wish)
    _ = system.updateDemand()
    #expect(system.demand == wish)
    #expect(wish.fusesSensors && wish.roads == .fetched && wish != own)
    // Nor does the phone's own.
    var other = phone(.bestForNavigation, .automotiveNavigation)
    other.setCompanionDemand(own)
    _ = other.updateDemand()
    #expect(other.demand == wish)
  }
}
