import LocationServices
import Core
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
