/// What a position was determined with.
package enum PositioningTechnology: UInt8, CaseIterable, Sendable {
  case cell, wifi, gnss
}
