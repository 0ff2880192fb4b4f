public import Foundation
import LocationServices
import World

/// An area to be watched, known by its identifier.
open class CLRegion: Hashable {
  public let identifier: String
  public var notifyOnEntry = true
  public var notifyOnExit = true

  fileprivate init(identifier: String) { self.identifier = identifier }

  public static func == (a: CLRegion, b: CLRegion) -> Bool { a.identifier == b.identifier }
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

/// A circle on the ground.
open class CLCircularRegion: CLRegion {
  public let center: CLLocationCoordinate2D
  /// Metres.
  public let radius: CLLocationDistance
  private let position: EarthVector

  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    self.center = center
    self.radius = radius
    position = center.earthVector
    super.init(identifier: identifier)
  }

  init(_ region: CircularRegion) {
    center = CLLocationCoordinate2D(region.center)
    radius = region.radius
    position = region.center
    super.init(identifier: region.identifier)
    (notifyOnEntry, notifyOnExit) = (region.notifyOnEntry, region.notifyOnExit)
  }

  public func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    position.distance(to: coordinate.earthVector) <= radius
  }

  var simulated: CircularRegion {
    CircularRegion(
      center: position, radius: radius, identifier: identifier, notifyOnEntry: notifyOnEntry,
      notifyOnExit: notifyOnExit)
  }
}

/// On which side of a region the phone is.
public enum CLRegionState: Int, Sendable {
  case unknown, inside, outside

  init(_ state: RegionState) {
    switch state {
    case .unknown: self = .unknown
    case .inside: self = .inside
    case .outside: self = .outside
    }
  }
}

/// A stay at a place, told at its beginning and at its end.
public final class CLVisit: Sendable {
  public let coordinate: CLLocationCoordinate2D
  /// Metres.
  public let horizontalAccuracy: CLLocationAccuracy
  /// `distantPast` when it is not known.
  public let arrivalDate: Date
  /// `distantFuture` while the visit goes on.
  public let departureDate: Date

  init(_ visit: Visit, in process: AppProcess) {
    coordinate = CLLocationCoordinate2D(visit.position)
    horizontalAccuracy = visit.horizontalAccuracy
    arrivalDate = visit.arrivalDate == Visit.distantPast ? .distantPast : process.date(visit.arrivalDate)
    departureDate = visit.departureDate == Visit.distantFuture ? .distantFuture : process.date(visit.departureDate)
  }
}
