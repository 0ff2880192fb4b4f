import DeviceModel
import LocationServices
import World
import Core

extension PhoneSimulation {
  /// It is time for another approximate area: any position will do. One of the last minute is at hand, else a scan looks
  /// for access points, else the cell says enough. GNSS is not started for it.
  mutating func reducedAccuracyDue(at now: Instant) {
    let app = (system.reducedAccuracyApp ?? -1) + 1
    if let last = positioning.lastFix, now - last.timestamp <= .seconds(60) {
      computeArea(at: now)
    } else if day.surroundings.accessPoints != .none, device.isWiFiEnabled {
      scans.use.reducedAccuracy = app
      startScan(cause: EnergyAttribution(.service, app: app), at: now)
      // The scan's end computes; should it be cut short, the next attempt is made later.
      system.reducedAreaUnavailable(at: now)
    } else {
      computeAreaFromCell(at: now)
    }
  }

  /// A scan that was to help with the area is over.
  mutating func reducedAccuracyScanned(heard: Bool, at now: Instant) {
    if heard { computeArea(at: now) } else { computeAreaFromCell(at: now) }
  }

  private mutating func computeAreaFromCell(at now: Instant) {
    if day.cell != nil, device.cellular.machine?.isAvailable == true {
      computeArea(at: now)
    } else {
      system.reducedAreaUnavailable(at: now)
    }
  }

  /// The area is that of the truth: positions of access points and cells err by far less than an area's size, and the
  /// system promises that the area holds the user.
  mutating func computeArea(at now: Instant) {
    let area = world.map.area(around: day.position(at: now), cells: day.surroundings.cells)
    system.reducedAreaComputed(area, at: now)
  }
}
