import Core
import LocationServices
import World

/// A watched area and its true crossings.
struct AreaWatch {
  struct Edge {
    let instant: Instant
    let isEntry: Bool
    /// Which crossing of this edge it is over the whole day, whenever the watch began.
    let ordinal: Int
  }

  let app: Int
  let isBeacon: Bool
  /// Whether the phone is inside, by the truth.
  let occupancy: RegionOccupancy
  /// What the random outcome of a crossing belongs to.
  let place: Circle
  private let edges: [Edge]
  private var next: Int

  init(app: Int, isBeacon: Bool, occupancy: RegionOccupancy, place: Circle, edges: [Edge], from now: Instant) {
    self.app = app
    self.isBeacon = isBeacon
    self.occupancy = occupancy
    self.place = place
    self.edges = edges
    next = edges.firstIndex { $0.instant > now } ?? edges.count
  }

  var nextEdge: Instant { next < edges.count ? edges[next].instant : .never }

  mutating func takeEdge() -> Edge? {
    guard next < edges.count else { return nil }
    next += 1
    return edges[next - 1]
  }

  /// A circle is entered at its edge and left at the buffer beyond it.
  static func circle(
    _ circle: Circle, exitBuffer: Double, journey: Journey, app: Int, from now: Instant
  ) -> AreaWatch {
    let occupancy = journey.occupancy(in: circle)
    let wider = journey.occupancy(in: Circle(center: circle.center, radius: circle.radius + exitBuffer))
    let edges = (edges(of: occupancy).filter(\.isEntry) + edges(of: wider).filter { !$0.isEntry })
      .sorted { $0.instant < $1.instant }
    return AreaWatch(app: app, isBeacon: false, occupancy: occupancy, place: circle, edges: edges, from: now)
  }

  /// The surroundings of the beacons of one name; `nil` when there is none.
  static func beacon(_ circles: [Circle], journey: Journey, app: Int, from now: Instant) -> AreaWatch? {
    guard let place = circles.first else { return nil }
    let occupancy = RegionOccupancy(in: circles, of: journey)
    return AreaWatch(
      app: app, isBeacon: true, occupancy: occupancy, place: place, edges: edges(of: occupancy), from: now)
  }

  private static func edges(of occupancy: RegionOccupancy) -> [Edge] {
    occupancy.crossings.enumerated().map {
      Edge(instant: $0.element.instant, isEntry: $0.element.isEntry, ordinal: $0.offset)
    }
  }
}

/// Visit monitoring's place in the day.
struct VisitWatch {
  let app: Int
  /// All stays of the day, halts in traffic among them: their numbers are those of the day, whatever is told.
  let stays: [Stay]
  /// Whether the user was at rest in a stay, as a motion coprocessor would say it: a halt of a car in a queue is no visit.
  private let isVisit: [Bool]
  /// The stay whose arrival is next.
  var next: Int
  /// The stay that was reported, or in which monitoring began, and whose end was not reported.
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
