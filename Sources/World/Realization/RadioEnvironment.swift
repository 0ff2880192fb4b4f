package import DeviceModel
package import Quantities

/// What a network profile says of the ground: how far a cell reaches in each tower layout, which received power counts as
/// which coverage, and which radio accesses there are along the way.
package struct RadioEnvironment: Sendable, Hashable {
  package var urban: Distance
  package var suburban: Distance
  package var rural: Distance
  /// In dBm; below it coverage is weak. An estimate between moderate and poor of Android's signal bars (RSRP thresholds of
  /// its telephony framework: -128, -118, -108, -98).
  package var weakBelow = -110.0
  /// In dBm; below it there is no coverage: what a phone can still decode (3GPP TS 36.304: usual Qrxlevmin of -120 to -128).
  package var noneBelow = -124.0
  /// `nil` where the network has one access everywhere.
  package var accesses: RadioAccessProcess?

  /// Radii must be positive. Without arguments: 0.7, 2 and 8 km (sources F, estimates).
  package init(urban: Distance = .metres(700), suburban: Distance = .metres(2_000), rural: Distance = .metres(8_000)) {
    self.urban = urban
    self.suburban = suburban
    self.rural = rural
  }

  package func radius(_ layout: CellLayout) -> Distance {
    switch layout {
    case .urban: urban
    case .suburban: suburban
    case .rural: rural
    }
  }

  /// The coverage at a received power in dBm.
  package func coverage(at level: Double) -> Coverage {
    level < noneBelow ? .none : level < weakBelow ? .weak : .good
  }
}
