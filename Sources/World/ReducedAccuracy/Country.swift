/// A country as far as a scenario needs it: a name and its outline nearby.
public struct Country: Sendable, Hashable {
  public let name: String
  public let outline: MapPolygon

  public init(name: String, outline: MapPolygon) {
    self.name = name
    self.outline = outline
  }
}
