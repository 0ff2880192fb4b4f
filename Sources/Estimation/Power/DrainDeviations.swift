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
  /// Of what runs of one occasion share, relative; `nil` where it is taken as nothing.
  var occasion: Double?

  /// Below these nothing changes in the fit.
  static let least = DrainDeviations(reading: 1e-3, plateau: 1e-3, run: 1e-4, device: 1e-4, occasion: 1e-4)
  static let most = DrainDeviations(reading: 10, plateau: 20, run: 1, device: 1, occasion: 1)

  var logarithms: [Double] {
    var values: [Double] = [.log(reading), .log(plateau), .log(run)]
    if let device { values.append(.log(device)) }
    if let occasion { values.append(.log(occasion)) }
    return values
  }

  init(reading: Double, plateau: Double, run: Double, device: Double? = nil, occasion: Double? = nil) {
    self.reading = reading
    self.plateau = plateau
    self.run = run
    self.device = device
    self.occasion = occasion
  }

  /// The deviations of `logarithms`, moved inside their limits; those that are `nil` here stay so.
  func with(logarithms: [Double]) -> DrainDeviations {
    func clamp(_ logarithm: Double, _ low: Double, _ high: Double) -> Double { min(high, max(low, .exp(logarithm))) }
    var rest = logarithms.dropFirst(3)
    return DrainDeviations(
      reading: clamp(logarithms[0], Self.least.reading, Self.most.reading),
      plateau: clamp(logarithms[1], Self.least.plateau, Self.most.plateau),
      run: clamp(logarithms[2], Self.least.run, Self.most.run),
      device: device == nil ? nil : rest.popFirst().map { clamp($0, 1e-4, 1) },
      occasion: occasion == nil ? nil : rest.popFirst().map { clamp($0, 1e-4, 1) })
  }

  /// Of a device's or an occasion's factor.
  subscript(kind: DrainFactors.Kind) -> Double? {
    switch kind {
    case .device: device
    case .occasion: occasion
    }
  }
}
