/// A country as far as a scenario needs it: a name and its outline nearby.
package struct Country: Sendable, Hashable {
  package let name: String
  package let outline: MapPolygon

  package init(name: String, outline: MapPolygon) {
    self.name = name
    self.outline = outline
  }
}
