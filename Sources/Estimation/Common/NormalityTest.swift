import Core
import RealModule

/// Whether residuals are normal, mean and variance being their own.
///
/// Anderson and Darling's distance A^2 = -n - (1/n) sum_i (2i - 1) (ln F(z_i) + ln(1 - F(z_(n+1-i)))) for standardised,
/// sorted residuals z. The p-value is D'Agostino and Stephens's ("Goodness-of-Fit Techniques", 1986, table 4.9) for
/// A^2 (1 + 0.75 / n + 2.25 / n^2). Range of validity: 8 residuals or more that do not repeat each other; parameters
/// beside mean and variance make the p-value a little too large. Of more than 5,000 residuals every k-th is taken: beyond
/// that the test finds departures that matter to nobody.
enum NormalityTest {
  static let name = "Anderson-Darling of the residuals"
  private static let most = 5_000

  /// `nil` under 8 residuals, or where all are equal.
  ///
  /// - Parameter areIndependent: without, no p-value is given.
  static func andersonDarling(_ residuals: [Double], areIndependent: Bool = true) -> GoodnessOfFit? {
    let step = (residuals.count + most - 1) / most
    let residuals = step > 1 ? stride(from: 0, to: residuals.count, by: step).map { residuals[$0] } : residuals
    let n = Double(residuals.count)
    guard residuals.count >= 8 else { return nil }
    let mean = residuals.reduce(0, +) / n
    let variance = residuals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
    // Equal numbers leave the rounding of their mean.
    let largest = residuals.reduce(0) { max($0, abs($1)) }
    guard variance > 1e-24 * largest * largest, variance.isFinite else { return nil }
    let deviation = variance.squareRoot()
    let z = residuals.map { ($0 - mean) / deviation }.sorted()
    var sum = 0.0
    for i in z.indices {
      sum += Double(2 * i + 1) * (NormalTail.logCumulative(z[i]) + NormalTail.logCumulative(-z[z.count - 1 - i]))
    }
    let statistic = -n - sum / n
    return GoodnessOfFit(
      name: Self.name, statistic: statistic,
      pValue: areIndependent ? pValue(statistic * (1 + 0.75 / n + 2.25 / (n * n))) : nil,
      method: areIndependent
        ? "against a normal distribution"
        : "against a normal distribution; no p-value: the samples are correlated")
  }

  /// D'Agostino and Stephens's approximation; 0 to 1.
  static func pValue(_ a: Double) -> Double {
    let p =
      if a >= 0.6 {
        Double.exp(1.2937 - 5.709 * a + 0.0186 * a * a)
      } else if a > 0.34 {
        Double.exp(0.9177 - 4.279 * a - 1.38 * a * a)
      } else if a > 0.2 {
        1 - .exp(-8.318 + 42.796 * a - 59.938 * a * a)
      } else {
        1 - .exp(-13.436 + 101.14 * a - 223.73 * a * a)
      }
    // The parabola in the exponent turns up again far out.
    return a > 13 ? 0 : min(1, max(0, p))
  }
}
