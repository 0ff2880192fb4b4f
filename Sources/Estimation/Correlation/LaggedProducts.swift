internal import CGSL
import RealModule

/// Sums of products of samples by their distance in time, for many samples: by fast Fourier transform over a grid of time.
///
/// The sum of x_i x_(i+k) over i is the inverse transform of |X|^2 (Wiener 1930, Khinchin 1934; `gsl_fft_real`), in blocks
/// that are padded so that nothing wraps around. Samples of one cell of the grid are added up first. Takes n log n steps
/// whatever the lag, and memory in proportion to the longest lag.
struct LaggedProducts {
  /// By lag in cells, from 0 to `reach`; lag 0 without samples against themselves.
  private(set) var sums: [Double]
  private(set) var pairs: [Double]
  let reach: Int

  init(reach: Int) {
    self.reach = reach
    sums = [Double](repeating: 0, count: reach + 1)
    pairs = [Double](repeating: 0, count: reach + 1)
  }

  /// Adds a stretch of samples that has to do with no other.
  ///
  /// - Parameters:
  ///   - cells: of each sample, ascending.
  ///   - values: off their mean.
  mutating func add(cells: [Int], values: [Double]) throws(EstimationError) {
    guard let last = cells.last else { return }
    GSL.prepare()
    let span = last - cells[0] + 1
    var size = 2
    // A block of `size - reach` cells looks `reach` cells ahead.
    while size < min(span, max(reach, 1 << 15)) + reach { size *= 2 }
    let block = size - reach
    var (first, own) = (0, 0.0)
    while first < cells.count {
      let start = cells[first]
      var next = first
      var x = Lane(size)
      var y = Lane(size)
      while next < cells.count, cells[next] < start + block {
        x.add(values[next], at: cells[next] - start)
        own += values[next] * values[next]
        next += 1
      }
      var ahead = first
      while ahead < cells.count, cells[ahead] < start + block + reach, cells[ahead] - start < size {
        y.add(values[ahead], at: cells[ahead] - start)
        ahead += 1
      }
      try Self.correlate(&x.values, &y.values)
      try Self.correlate(&x.counts, &y.counts)
      for k in 0...reach where k < size {
        sums[k] += y.values[k]
        pairs[k] += y.counts[k].rounded()
      }
      first = next
    }
    // Lag 0 has each pair of a cell twice, and each sample with itself.
    corrections.own += own
    corrections.count += Double(cells.count)
  }

  private var corrections = (own: 0.0, count: 0.0)

  /// Sum and number of pairs at a lag.
  subscript(lag: Int) -> (sum: Double, pairs: Double) {
    lag == 0
      ? ((sums[0] - corrections.own) / 2, ((pairs[0] - corrections.count) / 2).rounded()) : (sums[lag], pairs[lag])
  }

  /// Sums and numbers of samples by cell.
  private struct Lane {
    var values: [Double]
    var counts: [Double]

    init(_ size: Int) {
      values = [Double](repeating: 0, count: size)
      counts = values
    }

    mutating func add(_ value: Double, at cell: Int) {
      values[cell] += value
      counts[cell] += 1
    }
  }

  /// Puts the sums of x_i y_(i+k) into `y`; `x` is lost.
  private static func correlate(_ x: inout [Double], _ y: inout [Double]) throws(EstimationError) {
    let n = x.count
    try GSL.check(gsl_fft_real_radix2_transform(&x, 1, n), "Fourier transform")
    try GSL.check(gsl_fft_real_radix2_transform(&y, 1, n), "Fourier transform")
    // Half-complex order: real parts first, imaginary parts from the end.
    y[0] *= x[0]
    y[n / 2] *= x[n / 2]
    for k in 1..<max(1, n / 2) {
      let (a, b, c, d) = (x[k], x[n - k], y[k], y[n - k])
      y[k] = a * c + b * d
      y[n - k] = a * d - b * c
    }
    try GSL.check(gsl_fft_halfcomplex_radix2_inverse(&y, 1, n), "Fourier transform")
  }
}
