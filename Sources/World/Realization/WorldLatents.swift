import DeviceModel
import Core

/// The latent processes behind a world's errors, as far as they have been asked for.
struct WorldLatents: Sendable {
  private(set) var gnss: LatentSeries<LatentSample, GNSSState>
  private(set) var wifi: LatentSeries<WiFiSample, WiFiState>
  private(set) var acquiring: LatentSeries<(Float, Float), (Double, Double)>
  private(set) var reported: LatentSeries<Float, Double>
  private let pace: LatentPace

  /// `rested` is how many seconds the phone has lain still, over which the means of the slow parts go.
  typealias GNSSState = (
    fastEast: Double, fastNorth: Double, slowEast: Double, slowNorth: Double, outlier: Double, meanEast: Double,
    meanNorth: Double, rested: Double
  )
  /// East, north, outlier, scatter at rest to the east and to the north.
  typealias WiFiState = (Double, Double, Double, Double, Double)
  typealias WiFiSample = (Float, Float, Float, Float, Float)

  /// Latent values of at most so many seconds are kept: a day of 25 hours.
  private static let longestKept = 90_001

  /// - Parameter seconds: how many to keep, if that is not too much; `nil` keeps the block that is read.
  init(seed: UInt64, carriedDevice: CarriedDevice, pace: LatentPace, seconds: Int?) {
    let length = seconds.flatMap { $0 <= Self.longestKept ? $0 : nil }
    self.pace = pace
    gnss = LatentSeries(seed: seed, stream: carriedDevice.stream("gnss"), length: length, blank: LatentSample()) {
      ($0.normal(), $0.normal(), $0.normal(), $0.normal(), $0.normal(), 0, 0, 0)
    }
    wifi = LatentSeries(seed: seed, stream: carriedDevice.stream("wifi"), length: length, blank: (0, 0, 0.5, 0, 0)) {
      ($0.normal(), $0.normal(), $0.normal(), $0.normal(), $0.normal())
    }
    acquiring = LatentSeries(seed: seed, stream: carriedDevice.stream("acquisition"), length: length, blank: (0, 0.5)) {
      ($0.normal(), $0.normal())
    }
    reported = LatentSeries(seed: seed, stream: carriedDevice.stream("reported-accuracy"), length: length, blank: 0.5) {
      $0.normal()
    }
  }

  private static let acquisitionStep = GaussMarkovStep(correlationTime: 60)
  private static let reportStep = GaussMarkovStep(correlationTime: 30)
  private static let restingWiFiStep = GaussMarkovStep(correlationTime: CorrelationTimes.wifiAtRest.time)

  /// The blocks of a second that satellite fixes need.
  mutating func satelliteBlocks(of second: Int) -> (errors: [LatentSample], reports: [Float]) {
    if gnss.sample(second) == nil { _ = extendGNSS(through: second) }
    if reported.sample(second) == nil { _ = extendReports(through: second) }
    return (gnss.block(of: second), reported.block(of: second))
  }

  private mutating func extendGNSS(through second: Int) -> LatentSample {
    let uniform = LatentUniform.standard
    // Not a closure, which the compiler would call: here it keeps the state and the generator in registers.
    @inline(__always)
    func next(
      _ state: inout GNSSState, _ noise: inout LatentNoise, _ stretch: LatentPace.Stretch
    ) -> LatentSample {
      let (whiteEast, whiteNorth) = (noise.normal(), noise.normal())
      // The first second of a rest, and each of a phone that moves, counts alone.
      state.rested = stretch.rests ? state.rested + 1 : 0
      state.meanEast += (state.slowEast - state.meanEast) / max(1, state.rested)
      state.meanNorth += (state.slowNorth - state.meanNorth) / max(1, state.rested)
      let sample = LatentSample(
        fastEast: Float(state.fastEast), fastNorth: Float(state.fastNorth), slowEast: Float(state.slowEast),
        slowNorth: Float(state.slowNorth),
        meanEast: Float(state.meanEast), meanNorth: Float(state.meanNorth), whiteEast: Float(whiteEast),
        whiteNorth: Float(whiteNorth),
        outlier: uniform.fromNormal(state.outlier), legSize: Float(stretch.size.satellites))
      stretch.fast.advance(&state.fastEast, noise.normal())
      stretch.fast.advance(&state.fastNorth, noise.normal())
      stretch.slow.advance(&state.slowEast, noise.normal())
      stretch.slow.advance(&state.slowNorth, noise.normal())
      stretch.outlier.advance(&state.outlier, noise.normal())
      return sample
    }
    return gnss.extend(through: second, pace: pace, next: next)
  }

  @inline(never)
  mutating func extendWiFi(through second: Int) -> WiFiSample {
    let uniform = LatentUniform.standard
    let scatter = Self.restingWiFiStep
    // At rest it stays as it is.
    var (score, outlier) = (Double.nan, Float(0))
    // As above no closure.
    @inline(__always)
    func next(_ state: inout WiFiState, _ noise: inout LatentNoise, _ stretch: LatentPace.Stretch) -> WiFiSample {
      if state.2 != score { (score, outlier) = (state.2, uniform.fromNormal(state.2)) }
      guard let step = stretch.wifi else {
        let size = stretch.size.scatter
        let sample = (Float(state.0), Float(state.1), outlier, Float(size * state.3), Float(size * state.4))
        scatter.advance(&state.3, noise.normal())
        scatter.advance(&state.4, noise.normal())
        return sample
      }
      let sample = (Float(state.0), Float(state.1), outlier, Float(0), Float(0))
      step.advance(&state.0, noise.normal())
      step.advance(&state.1, noise.normal())
      step.advance(&state.2, noise.normal())
      return sample
    }
    return wifi.extend(through: second, pace: pace, next: next)
  }

  @inline(never)
  mutating func extendAcquisitions(through second: Int) -> (Float, Float) {
    let (uniform, step) = (LatentUniform.standard, Self.acquisitionStep)
    return acquiring.extend(through: second, pace: pace) { state, noise, _ in
      let sample = (Float(state.0), uniform.fromNormal(state.1))
      step.advance(&state.0, noise.normal())
      step.advance(&state.1, noise.normal())
      return sample
    }
  }

  @inline(never)
  mutating func extendReports(through second: Int) -> Float {
    let (uniform, step) = (LatentUniform.standard, Self.reportStep)
    return reported.extend(through: second, pace: pace) { state, noise, _ in
      let sample = uniform.fromNormal(state)
      step.advance(&state, noise.normal())
      return sample
    }
  }
}
