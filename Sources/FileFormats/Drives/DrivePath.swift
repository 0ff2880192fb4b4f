import World

/// How far along the way each sample of a drive lies.
///
/// Positions of a phone at rest scatter by some metres: the way goes on once a position lies 10 m from where it last did.
/// Positions that no vehicle could have reached (more than 100 m/s) are passed over.
package struct DrivePath: Sendable {
  static let step = 10.0
  static let topSpeed = 100.0

  /// Metres since the start, for each sample.
  package let distances: [Double]
  /// Of the samples whose positions were passed over.
  package let outliers: Set<Int>

  package var length: Double { distances.last ?? 0 }

  /// - Parameter samples: in order of time.
  package init(_ samples: [DriveSample]) {
    var distances: [Double] = []
    distances.reserveCapacity(samples.count)
    var outliers: Set<Int> = []
    var total = 0.0
    var anchor: (place: EarthVector, time: Double)?
    var last: (place: EarthVector, time: Double)?
    var strays = 0
    for (index, sample) in samples.enumerated() {
      if let place = sample.position?.earthVector() {
        if let before = last, strays < 5,
          before.place.distance(to: place) > 200 + Self.topSpeed * (sample.time - before.time)
        {
          outliers.insert(index)
          // Several in a row are where the phone is; the ones before were wrong.
          strays += 1
        } else {
          strays = 0
          last = (place, sample.time)
          if let from = anchor {
            let gap = from.place.distance(to: place)
            if gap >= Self.step {
              total += gap
              anchor = (place, sample.time)
            }
          } else {
            anchor = (place, sample.time)
          }
        }
      }
      distances.append(total)
    }
    self.distances = distances
    self.outliers = outliers
  }
}
