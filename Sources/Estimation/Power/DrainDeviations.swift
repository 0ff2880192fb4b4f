import RealModule

/// The standard deviations of the drain model.
struct DrainDeviations: Sendable, Hashable {
  /// Of one reading beyond rounding, in percent points.
  var reading: Double
  /// Of the plateau from run to run, in percent points.
  var plateau: Double
  /// Of a run's drain around its expectation, relative.
  var run: Double
  /// Of a device's drain, relative; `nil` where devices are taken as equal.
  var device: Double?

  /// Below these nothing changes in the fit.
  static let least = DrainDeviations(reading: 1e-3, plateau: 1e-3, run: 1e-4, device: 1e-4)
  static let most = DrainDeviations(reading: 10, plateau: 20, run: 1, device: 1)

  var logarithms: [Double] {
    var values: [Double] = [.log(reading), .log(plateau), .log(run)]
    if let device { values.append(.log(device)) }
    return values
  }

  init(reading: Double, plateau: Double, run: Double, device: Double?) {
    self.reading = reading
    self.plateau = plateau
    self.run = run
    self.device = device
  }

  init(logarithms: [Double]) {
    func clamp(_ logarithm: Double, _ low: Double, _ high: Double) -> Double { min(high, max(low, .exp(logarithm))) }
    reading = clamp(logarithms[0], Self.least.reading, Self.most.reading)
    plateau = clamp(logarithms[1], Self.least.plateau, Self.most.plateau)
    run = clamp(logarithms[2], Self.least.run, Self.most.run)
    device = logarithms.count > 3 ? clamp(logarithms[3], 1e-4, 1) : nil
  }
}
