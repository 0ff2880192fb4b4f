public import World

/// A place that the app's user has told it of, such as home or a shop: the scenario's named places.
public struct KnownPlace: Sendable, Hashable {
  public let name: String
  public let position: EarthVector

  public init(name: String, position: EarthVector) {
    self.name = name
    self.position = position
  }
}
