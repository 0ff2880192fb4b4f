import LocationServices
import Core
import World

/// Visit monitoring's place in the day.
struct VisitWatch {
  let app: Int
  /// All stays of the day, halts in traffic among them: their numbers are those of the day, whatever is told.
  let stays: [Stay]
  /// Whether the user was at rest in a stay, as a motion coprocessor would say it: a halt of a car in a queue is no visit.
  private let isVisit: [Bool]
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

  init(app: Int, stays: [Stay], motion: StepFunction<MotionClass>, from now: Instant) {
    self.app = app
    self.stays = stays
    isVisit = stays.map { stay in
      let steps = motion.steps[motion.index(at: stay.arrival)...].prefix { $0.start < stay.departure }
      return steps.contains { $0.value == .still }
    }
    next = stays.firstIndex { $0.arrival > now } ?? stays.count
  }

  /// The visit that is under way at an instant before the next arrival; `nil` on the way.
  func visit(at now: Instant) -> Int? { next > 0 && isVisit[next - 1] && stays[next - 1].gone > now ? next - 1 : nil }

  /// Goes on to the next stay that is a visit.
  mutating func skipHalts() { while next < stays.count, !isVisit[next] { next += 1 } }
}
