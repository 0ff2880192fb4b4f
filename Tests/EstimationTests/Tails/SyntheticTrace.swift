import Estimation
import Core

/// A power trace with known levels and instants.
struct SyntheticTrace {
  /// Sampling step in seconds.
  var step = 0.01
  /// Standard deviation of the noise in watts.
  var noise = 0.0
  /// Lag-one autocorrelation of the noise.
  var correlation = 0.0
  /// Power and how long it lasts, one after the other.
  var pieces: [(watts: Double, seconds: Double)]

  /// Samples are means over their step, as of an integrating monitor; times are mid-steps.
  func trace(seed: UInt64 = 1) throws -> PowerTrace {
    var random = Xoshiro256PlusPlus(seed: StableHash.combine(seed, StableHash.name("synthetic trace")))
    var ends: [Double] = []
    var time = 0.0
    for piece in pieces {
      time += piece.seconds
      ends.append(time)
    }
    var (times, watts): ([Double], [Double]) = ([], [])
    var (piece, wander) = (0, 0.0)
    let innovation = noise * (1 - correlation * correlation).squareRoot()
    for k in 0..<Int(time / step) {
      var (from, joules) = (Double(k) * step, 0.0)
      let end = from + step
      while ends[piece] < end, piece + 1 < pieces.count {
        joules += pieces[piece].watts * (ends[piece] - from)
        from = ends[piece]
        piece += 1
      }
      joules += pieces[piece].watts * (end - from)
      if noise > 0 {
        let z = NormalDistribution.quantile(random.uniform())
        wander = k == 0 ? noise * z : correlation * wander + innovation * z
      }
      times.append((Double(k) + 0.5) * step)
      watts.append(joules / step + wander)
    }
    return try PowerTrace(times: times, watts: watts)
  }
}
