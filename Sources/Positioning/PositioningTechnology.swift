/// What a position was determined with.
public enum PositioningTechnology: UInt8, CaseIterable, Sendable {
  case cell, wifi, gnss
}
