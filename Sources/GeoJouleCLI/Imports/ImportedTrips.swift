import GeoJoule

/// When a phone's own positions say that it travelled, and which way.
///
/// Positions that report more than 65 m are left out. It moves between two of them where it goes 100 m or more in two minutes, or, with
/// positions further apart, 250 m within half an hour. Stretches less than five minutes apart are one leg; a leg lasts two
/// minutes and is 300 m long at least.
struct ImportedTrips {
  struct Leg {
    let name: String
    /// Seconds since 1970.
    let start: Double
    let end: Double
    let way: [GeodeticPosition]
  }

  private(set) var legs: [Leg] = []

  private static let worstRadius = 65.0
  private static let window = 120.0
  private static let shortestMove = 100.0
  private static let longestGap = 1_800.0
  private static let longMove = 250.0
  private static let pause = 300.0
  private static let shortestLeg = (seconds: 120.0, metres: 300.0)
  /// Points of a way are at least so far apart (m).
  private static let spacing = 15.0

  /// - Parameters:
  ///   - fixes: in order of time.
  ///   - run: for the names of its legs.
  init(_ fixes: [MeasuredFix], run: String) {
    let good = fixes.filter { ($0.accuracy ?? 0) <= Self.worstRadius }
    let places = good.map { $0.position.earthVector() }
    var spans: [(first: Int, last: Int)] = []
    var end = 0
    for start in good.indices {
      end = max(end, start)
      while end + 1 < good.count, good[end].unixSeconds - good[start].unixSeconds < Self.window { end += 1 }
      let time = good[end].unixSeconds - good[start].unixSeconds
      let least = time > 2 * Self.window ? Self.longMove : Self.shortestMove
      guard time > 0, time <= Self.longestGap, places[start].distance(to: places[end]) >= least else { continue }
      if let last = spans.last, good[start].unixSeconds - good[last.last].unixSeconds <= Self.pause {
        spans[spans.count - 1].last = max(last.last, end)
      } else {
        spans.append((start, end))
      }
    }
    for span in spans {
      var way: [GeodeticPosition] = []
      var (length, last) = (0.0, places[span.first])
      for index in span.first...span.last {
        let step = last.distance(to: places[index])
        guard way.isEmpty || step >= Self.spacing else { continue }
        way.append(good[index].position)
        (length, last) = (length + step, places[index])
      }
      let (start, end) = (good[span.first].unixSeconds, good[span.last].unixSeconds)
      guard way.count > 1, length >= Self.shortestLeg.metres, end - start >= Self.shortestLeg.seconds,
        legs.last.map({ $0.end <= start }) ?? true
      else { continue }
      legs.append(Leg(name: "\(run)-leg\(legs.count + 1)", start: start, end: end, way: way))
    }
  }

  /// The ways, each with the leg's name.
  var geoJSON: String {
    let features = legs.map { leg in
      let points = leg.way.map { "[\(DecimalText.exact($0.longitude)), \(DecimalText.exact($0.latitude))]" }
      return "{\"type\": \"Feature\", \"properties\": {\"leg\": \"\(leg.name)\", \"role\": \"route_coords\"}, "
        + "\"geometry\": {\"type\": \"LineString\", \"coordinates\": [\(points.joined(separator: ", "))]}}"
    }
    return "{\"type\": \"FeatureCollection\", \"features\": [\n\(features.joined(separator: ",\n"))\n]}\n"
  }
}
