package import World

/// A place that the app's user has told it of, such as home or a shop: the scenario's named places.
package struct KnownPlace: Sendable, Hashable {
  package let name: String
  package let position: EarthVector

  package init(name: String, position: EarthVector) {
    self.name = name
    self.position = position
  }
}
