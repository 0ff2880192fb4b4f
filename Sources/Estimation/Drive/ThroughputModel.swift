import RealModule

/// How throughput may depend on the signal: the decimal logarithm of the rate is linear in the columns.
///
/// | Model | lg(rate) = |
/// |---|---|
/// | `constant` | a |
/// | `level` | a + b (r - r0) / 10 |
/// | `levelSaturated` | a + b min(r - knee, 0) / 10 |
/// | `snr` | a + c s / 10 |
/// | `shannon` | a + c lg(log2(1 + 10^(s / 10))), Shannon's law where c = 1 |
/// | `levelAndSNR` | a + b (r - r0) / 10 + c s / 10 |
///
/// with the received power r in dBm, r0 = -100 dBm and the signal-to-noise ratio s in dB.
package enum ThroughputModel: String, CaseIterable, Sendable {
  case constant, level
  case levelSaturated = "level_saturated"
  case snr, shannon
  case levelAndSNR = "level_and_snr"

  /// Where the rate of `level` is given.
  package static let reference = -100.0

  package var formula: String {
    switch self {
    case .constant: "lg(rate) = a"
    case .level: "lg(rate) = a + slope (RSRP + 100 dBm) / 10 dB"
    case .levelSaturated: "lg(rate) = a + slope min(RSRP - knee, 0) / 10 dB"
    case .snr: "lg(rate) = a + snr_slope SNR / 10 dB"
    case .shannon: "lg(rate) = a + shannon lg(log2(1 + 10^(SNR / 10 dB)))"
    case .levelAndSNR: "lg(rate) = a + slope (RSRP + 100 dBm) / 10 dB + snr_slope SNR / 10 dB"
    }
  }

  var names: [String] {
    switch self {
    case .constant: ["intercept"]
    case .level: ["intercept", "slope"]
    case .levelSaturated: ["intercept", "slope", "knee"]
    case .snr: ["intercept", "snr_slope"]
    case .shannon: ["intercept", "shannon"]
    case .levelAndSNR: ["intercept", "slope", "snr_slope"]
    }
  }

  package var usesSNR: Bool { self == .snr || self == .shannon || self == .levelAndSNR }
  /// A function of the received power alone, as a network profile carries it.
  package var isOfLevel: Bool { !usesSNR }

  /// - Parameter knee: in dBm, for the saturated model.
  func columns(_ levels: [Double], _ snrs: [Double], knee: Double = 0) -> [[Double]] {
    let ones = [Double](repeating: 1, count: levels.count)
    switch self {
    case .constant: return [ones]
    case .level: return [ones, levels.map { ($0 - Self.reference) / 10 }]
    case .levelSaturated: return [ones, levels.map { min($0 - knee, 0) / 10 }]
    case .snr: return [ones, snrs.map { $0 / 10 }]
    case .shannon: return [ones, snrs.map { Self.capacity($0) }]
    case .levelAndSNR: return [ones, levels.map { ($0 - Self.reference) / 10 }, snrs.map { $0 / 10 }]
    }
  }

  /// lg of bits per second and hertz.
  static func capacity(_ snr: Double) -> Double {
    Double.log10(max(1e-9, Double.log(onePlus: Double.pow(10, snr / 10)) / Double.log(2)))
  }
}
