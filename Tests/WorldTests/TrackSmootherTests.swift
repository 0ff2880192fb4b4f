import Core
import Testing

@testable import World

/// The smoother against the same estimate found another way: weighted least squares over all states at once.
@Suite struct TrackSmootherTests {
  @Test(arguments: [2.0, 5.0, 13.0])
  func agreesWithLeastSquares(noise: Double) {
    let seconds = [0.0, 1, 2.6, 3, 7.7, 9, 9.31]
    let measured = [0.0, 3.1, 2.2, 9.7, 21.3, 17.9, 30.1]
    let smoothed = TrackSmoother.smoothed(
      measured.map { EarthVector(x: $0, y: -2 * $0, z: 6_356_752) }, seconds: seconds, noise: noise)
    let expected = leastSquares(measured, seconds, noise: noise)
    for (smooth, expected) in zip(smoothed, expected) {
      #expect(abs(smooth.x - expected) < 1e-6)
      #expect(abs(smooth.y + 2 * expected) < 1e-6)
      #expect(smooth.z == 6_356_752)
    }
  }

  // Minimises sum (z - p)²/r + (v0/10)² + sum d' inv(Q) d with d = x[k+1] - F x[k]. As in the filter, the first point
  // is measured once.
  private func leastSquares(_ z: [Double], _ t: [Double], noise: Double) -> [Double] {
    let n = z.count
    let r = noise * noise
    var a = [[Double]](repeating: [Double](repeating: 0, count: 2 * n), count: 2 * n)
    var b = [Double](repeating: 0, count: 2 * n)
    for k in 0..<n {
      a[2 * k][2 * k] += 1 / r
      b[2 * k] += z[k] / r
    }
    a[1][1] += 0.01
    for k in 0..<n - 1 {
      let dt = t[k + 1] - t[k]
      let q = TrackSmoother.accelerationDensity
      let (q11, q12, q22) = (q * dt * dt * dt / 3, q * dt * dt / 2, q * dt)
      let determinant = q11 * q22 - q12 * q12
      let inverse = [[q22 / determinant, -q12 / determinant], [-q12 / determinant, q11 / determinant]]
      // d = J x over (p, v) of k and k + 1.
      let jacobian = [[-1, -dt, 1, 0], [0, -1, 0, 1]]
      for i in 0..<4 {
        for j in 0..<4 {
          for u in 0..<2 {
            for v in 0..<2 { a[2 * k + i][2 * k + j] += jacobian[u][i] * inverse[u][v] * jacobian[v][j] }
          }
        }
      }
    }
    // Gauss elimination; the matrix is positive definite.
    for pivot in 0..<2 * n {
      for row in pivot + 1..<2 * n {
        let factor = a[row][pivot] / a[pivot][pivot]
        for column in pivot..<2 * n { a[row][column] -= factor * a[pivot][column] }
        b[row] -= factor * b[pivot]
      }
    }
    var x = b
    for row in (0..<2 * n).reversed() {
      for column in row + 1..<2 * n { x[row] -= a[row][column] * x[column] }
      x[row] /= a[row][row]
    }
    return (0..<n).map { x[2 * $0] }
  }
}
