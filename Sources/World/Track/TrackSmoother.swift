import Core

/// The truth behind a phone's track: a constant-velocity Kalman filter with a Rauch-Tung-Striebel smoother.
///
/// State per axis: position and velocity; x[k+1] = F x[k] + w with F = [1 dt; 0 1] and white acceleration of density q:
/// Q = q [dt³/3 dt²/2; dt²/2 dt]; measured position with variance r = noise². Sources: Rauch, Tung, Striebel, "Maximum
/// Likelihood Estimates of Linear Dynamic Systems", AIAA Journal 3, 1965; Bar-Shalom, Li, Kirubarajan, "Estimation with
/// Applications to Tracking and Navigation", 2001, section 6.2.2 (continuous white noise acceleration).
///
/// Noise and acceleration are alike in all directions, so the gains are too: filtering the three Earth-centred axes
/// with the gains of one is the same as filtering east and north in a tangent plane, and has no date line and no pole.
struct TrackSmoother {
  /// Density of the white acceleration in m²/s³. 0.5 changes the velocity by 0.7 m/s (rms) within a second and by
  /// 2.2 m/s within ten, as stop-and-go driving does (rms acceleration of urban drive cycles 0.6 to 0.7 m/s²); slower
  /// travellers are smoothed a little less than they could be.
  static let accelerationDensity = 0.5
  /// Standard deviation of the velocity before the first point, in m/s.
  private static let initialSpeed = 10.0

  private struct Covariance {
    var pp: Double
    var pv: Double
    var vv: Double
  }
  private struct Estimate {
    var position: EarthVector
    var velocity: EarthVector
    var covariance: Covariance
  }

  /// - Parameters:
  ///   - noise: metres per axis, above zero.
  ///   - seconds: strictly increasing, as many as positions.
  static func smoothed(_ positions: [EarthVector], seconds: [Double], noise: Double) -> [EarthVector] {
    guard positions.count > 2, noise > 0 else { return positions }
    // Small numbers keep all digits.
    let origin = positions[0]
    let r = noise * noise
    var filtered: [Estimate] = []
    var predicted: [Estimate] = []
    filtered.reserveCapacity(positions.count)
    predicted.reserveCapacity(positions.count)
    var current = Estimate(
      position: .zero, velocity: .zero,
      covariance: Covariance(pp: r, pv: 0, vv: Self.initialSpeed * Self.initialSpeed))
    predicted.append(current)
    filtered.append(current)
    for index in positions.indices.dropFirst() {
      let prediction = predict(current, dt: seconds[index] - seconds[index - 1])
      predicted.append(prediction)
      current = update(prediction, measured: positions[index] - origin, r: r)
      filtered.append(current)
    }
    var result = positions
    var (position, velocity) = (current.position, current.velocity)
    result[positions.count - 1] = origin + position
    for index in positions.indices.dropLast().reversed() {
      let (here, next) = (filtered[index], predicted[index + 1])
      let dt = seconds[index + 1] - seconds[index]
      // C = P F' inv(Ppredicted)
      let p = here.covariance
      let (a, b, c, d) = (p.pp + dt * p.pv, p.pv, p.pv + dt * p.vv, p.vv)
      let n = next.covariance
      let determinant = n.pp * n.vv - n.pv * n.pv
      let c11 = (a * n.vv - b * n.pv) / determinant
      let c12 = (b * n.pp - a * n.pv) / determinant
      let c21 = (c * n.vv - d * n.pv) / determinant
      let c22 = (d * n.pp - c * n.pv) / determinant
      let (dp, dv) = (position - next.position, velocity - next.velocity)
      position = here.position + dp * c11 + dv * c12
      velocity = here.velocity + dp * c21 + dv * c22
      result[index] = origin + position
    }
    return result
  }

  private static func predict(_ from: Estimate, dt: Double) -> Estimate {
    let (p, q) = (from.covariance, Self.accelerationDensity)
    return Estimate(
      position: from.position + from.velocity * dt, velocity: from.velocity,
      covariance: Covariance(
        pp: p.pp + 2 * dt * p.pv + dt * dt * p.vv + q * dt * dt * dt / 3,
        pv: p.pv + dt * p.vv + q * dt * dt / 2, vv: p.vv + q * dt))
  }

  private static func update(_ prior: Estimate, measured: EarthVector, r: Double) -> Estimate {
    let p = prior.covariance
    let (k1, k2) = (p.pp / (p.pp + r), p.pv / (p.pp + r))
    let innovation = measured - prior.position
    return Estimate(
      position: prior.position + innovation * k1, velocity: prior.velocity + innovation * k2,
      covariance: Covariance(pp: (1 - k1) * p.pp, pv: (1 - k1) * p.pv, vv: p.vv - k2 * p.pv))
  }
}
