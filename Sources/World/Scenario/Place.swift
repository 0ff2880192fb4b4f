/// A named place of a scenario.
package struct Place: Sendable, Hashable {
  package let name: String
  package let position: GeodeticPosition

  package init(name: String, position: GeodeticPosition) {
    self.name = name
    self.position = position
  }
}
