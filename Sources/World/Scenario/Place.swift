/// A named place of a scenario.
public struct Place: Sendable, Hashable {
  public let name: String
  public let position: GeodeticPosition

  public init(name: String, position: GeodeticPosition) {
    self.name = name
    self.position = position
  }
}
