/// The cellular technology a network uses. The raw value is the name in files and the device's modem section.
@usableFromInline package enum RadioTechnology: String, CaseIterable, Sendable {
  case lte
  case umts
  case nrNSA = "nr_nsa"
  case nrSA = "nr_sa"

  /// The name people use.
  package var title: String {
    switch self {
    case .lte: "LTE"
    case .umts: "3G"
    case .nrNSA: "5G NSA"
    case .nrSA: "5G SA"
    }
  }

  /// From 1 on; 0 stands for a network's main access.
  @usableFromInline var number: UInt8 {
    switch self {
    case .lte: 1
    case .umts: 2
    case .nrNSA: 3
    case .nrSA: 4
    }
  }
}
