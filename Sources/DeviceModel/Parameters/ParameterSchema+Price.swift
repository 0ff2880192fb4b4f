extension ParameterSchema {
  /// Whether the value is a price only: it changes what a ledger costs, never what happens in a run.
  ///
  /// Powers and energies do not feed back into the timeline, so a run with another price need not be simulated again.
  package var isPrice: Bool {
    switch dimension {
    case .power, .energy, .energyPerBit: true
    default:
      section == "battery" || section == Discrepancy.section
        || Self.priceMultipliers.contains(where: { key == $0 || key == "power." + $0 })
    }
  }

  private static let priceMultipliers = [
    "gnss.weak_multiplier", "cellular.weak_multiplier", "cellular.weak_transfer_multiplier",
  ]
}
