import RealModule

/// Cuts the Earth's surface into nearly square fields of one side length: bands of latitude, each cut into as many columns
/// as keep the fields square.
///
/// There is no seam at the date line, and at a pole the last band has a few wedges. Latitudes are geocentric, on a sphere
/// of 6371 km: sides are true to 0.4 %.
package struct SurfaceGrid: Sendable {
  /// One field of a grid.
  package struct Field: Hashable, Sendable {
    let band: Int32
    let column: Int32
  }

  private static let earthRadius = 6_371_000.0

  private let bands: Int

  /// - Parameter side: of a field, in metres; 10 m to 1000 km.
  package init(side: Double) {
    precondition((10...1_000_000).contains(side), "a field has sides of 10 m to 1000 km")
    bands = Int((Self.earthRadius * .pi / side).rounded())
  }

  /// The field in which `position` lies.
  package func field(at position: EarthVector) -> Field {
    let band = band(latitude: Self.latitude(position))
    return Field(band: Int32(band), column: Int32(column(turn: Self.turn(position), band: band)))
  }

  /// The fields around the one of `position`, without it: eight, fewer only next to a pole.
  package func neighbours(of position: EarthVector) -> [Field] {
    let middle = field(at: position)
    let turn = Self.turn(position)
    var fields: [Field] = []
    for band in max(0, Int(middle.band) - 1)...min(bands - 1, Int(middle.band) + 1) {
      let columns = columns(band: band)
      let own = column(turn: turn, band: band)
      for offset in -1...1 {
        let field = Field(band: Int32(band), column: Int32((own + offset + columns) % columns))
        if field != middle, !fields.contains(field) { fields.append(field) }
      }
    }
    return fields
  }

  // Geocentric, in radians from the south pole.
  private static func latitude(_ position: EarthVector) -> Double {
    let axis = (position.x * position.x + position.y * position.y).squareRoot()
    return Double.atan2(y: position.z, x: axis) + .pi / 2
  }

  // The longitude as a share of a full turn, 0 to 1.
  private static func turn(_ position: EarthVector) -> Double {
    Double.atan2(y: position.y, x: position.x) / (2 * .pi) + 0.5
  }

  private func band(latitude: Double) -> Int { min(bands - 1, max(0, Int(latitude / .pi * Double(bands)))) }

  private func columns(band: Int) -> Int {
    let latitude = (Double(band) + 0.5) / Double(bands) * .pi - .pi / 2
    return max(3, Int((2 * Double.cos(latitude) * Double(bands)).rounded()))
  }

  private func column(turn: Double, band: Int) -> Int {
    let columns = columns(band: band)
    return min(columns - 1, max(0, Int(turn * Double(columns))))
  }
}
