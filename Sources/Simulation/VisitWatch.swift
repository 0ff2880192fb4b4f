import LocationServices
import Quantities
import World

/// Visit monitoring's place in the day.
struct VisitWatch {
  let app: Int
  let stays: [Stay]
  /// The stay whose arrival is next.
  var next: Int
  /// The stay that was told of, or in which monitoring began, and that has not been told to have ended.
  var current: Current?

  struct Current {
    let stay: Int
    /// When it began as far as visits are concerned, `Visit.distantPast` when unknown.
    let arrivalDate: Double
    /// Where, as told; `nil` before anything was told.
    let place: Location?
    /// The approximate area that was told in its stead, to an app with reduced accuracy.
    var area: Location?
    /// The departure is told no sooner.
    let departureDue: Instant
  }

  init(app: Int, stays: [Stay], from now: Instant) {
    self.app = app
    self.stays = stays
    next = stays.firstIndex { $0.arrival > now } ?? stays.count
  }
}
