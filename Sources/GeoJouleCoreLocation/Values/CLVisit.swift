public import Foundation
import LocationServices

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
