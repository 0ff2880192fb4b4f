/// The radio access that a drive log names for a row.
package enum DriveAccess: String, Sendable, Hashable, CaseIterable {
  case none
  case gsm = "2g"
  case umts, lte
  case nrNSA = "nr_nsa"
  case nrSA = "nr_sa"

  /// As reports call it.
  package var title: String {
    switch self {
    case .none: "no service"
    case .gsm: "2G"
    case .umts: "3G"
    case .lte: "LTE"
    case .nrNSA: "5G NSA"
    case .nrSA: "5G SA"
    }
  }

  /// Received powers in dBm that a phone can report: RXLEV (3GPP TS 45.008), RSCP (TS 25.133), RSRP (TS 36.133) and SS-RSRP
  /// (TS 38.133). The ends of Android's ranges, such as -24 dBm for 3G, stand for `not known`.
  var levels: ClosedRange<Double> {
    switch self {
    case .none: -156 ... -25
    case .gsm: -113 ... -48
    case .umts: -121 ... -25
    case .lte: -140 ... -43
    case .nrNSA, .nrSA: -156 ... -31
    }
  }

  /// The words of apps: G-NetTrack's `NetworkMode` and `NetworkTech`, Android's names of network types.
  ///
  /// 5G without `SA` is taken as non-standalone: the logs name the LTE anchor's cell beside it.
  init?(_ text: String) {
    let word = text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "+" }
    guard !word.isEmpty else { return nil }
    if ["none", "noservice", "outofservice", "nosignal", "off", "emergency", "emergencyonly", "iwlan"].contains(word) {
      self = .none
    } else if word.contains("nsa") || word.contains("endc") {
      self = .nrNSA
    } else if word.contains("5gsa") || word.contains("nrsa") || word == "sa" {
      self = .nrSA
    } else if word.hasPrefix("5g") || word.hasPrefix("nr") {
      self = .nrNSA
    } else if word.hasPrefix("lte") || word.hasPrefix("4g") {
      self = .lte
    } else if word.contains("hs") || word.contains("umts") || word.contains("wcdma") || word.hasPrefix("3g") {
      self = .umts
    } else if ["gsm", "gprs", "edge", "2g", "egprs"].contains(word) {
      self = .gsm
    } else {
      return nil
    }
  }
}
