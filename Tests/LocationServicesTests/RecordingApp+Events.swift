import Core
import World

@testable import LocationServices

/// What the app is told of regions and visits, in its journal.
extension RecordingApp {
  func locationManager(_ manager: LocationManager, didStartMonitoringFor region: Region) {
    journal.note("monitors \(region.identifier)", at: now)
  }
  func locationManager(_ manager: LocationManager, didEnterRegion region: Region) {
    journal.note("entered \(region.identifier)", at: now)
  }
  func locationManager(_ manager: LocationManager, didExitRegion region: Region) {
    journal.note("left \(region.identifier)", at: now)
  }
  func locationManager(_ manager: LocationManager, didDetermineState state: RegionState, for region: Region) {
    journal.note("\(state) \(region.identifier)", at: now)
  }
  func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region, withError error: LocationError
  ) {
    journal.note("failed \(region.identifier) \(error.rawValue)", at: now)
  }
  func locationManager(_ manager: LocationManager, didVisit visit: Visit) {
    journal.note("visit \(visit.arrivalDate) to \(visit.departureDate)", at: now)
  }
}

extension Bench {
  /// A circle of 103 m in Berlin, `east` metres off.
  static func region(_ name: String = "shop", east: Double = 0, radius: Double = 103) -> CircularRegion {
    CircularRegion(center: berlin.moved(east: east, north: 0), radius: radius, identifier: name)
  }

  /// What the driver does when a position is due for regions.
  mutating func lookForRegions(east: Double, accuracy: Double = 65, isCell: Bool = false) {
    system.regionMeasurementBegins(at: now)
    system.regionMeasured(
      Self.location(east: east, accuracy: accuracy, at: now.seconds), isCell: isCell, at: now)
    settle()
  }

  /// Two looks, 20 s apart: what it takes for a change.
  mutating func goTo(east: Double) {
    lookForRegions(east: east)
    advance(to: now.seconds + 20)
    lookForRegions(east: east)
  }

  var regionLookDue: Double? {
    let due = system.regionMeasurementDue(at: now)
    return due == .never ? nil : due.seconds
  }
}
