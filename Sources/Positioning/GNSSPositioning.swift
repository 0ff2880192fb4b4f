public import DeviceModel
public import Quantities
public import World

/// Satellite fixes: their errors, and how acquiring goes.
///
/// Per horizontal axis the error is a fast and a slow Gauss-Markov process plus white noise, with deviations by
/// surroundings; an outlier's error is multiplied. A phone at rest knows from its motion sensors that it does not move,
/// averages the fast part and the noise out and rejects outliers, so that only the slow part is left: indoors 12 m in
/// the median, where an iPhone 6 was measured to scatter by 6.7 m around its own median and to deliver less than once an
/// hour through a filter of 1 m (sources B1). An acquisition takes exp(mu + sigma z) and fails when u < p. All latent
/// numbers (unit processes, z, u) are functions of the world and of time only. From sources F; range of validity:
/// consumer single-frequency receivers on foot, on wheels and indoors near windows.
public struct GNSSPositioning: Sendable {
  /// One attempt to acquire.
  public struct Attempt: Sendable, Hashable {
    public let start: GNSSReceiver.StartType
    /// `nil` when the attempt fails.
    public let timeToFirstFix: TimeSpan?
  }

  /// What a fix under one view of the sky needs, in metres per axis.
  private struct Sky {
    let fast: Double
    let slow: Double
    let outlierProbability: Double
    let outlierMultiplier: Double
    /// The deviation that the phone believes in. It does not know how well averaging works: it reports as if it moved.
    let believed: Double
  }

  private let receiver: GNSSParameters
  private let skies: SkyTable<Sky>
  private let white: Double

  public init(errors: ErrorParameters.GNSS, receiver: GNSSParameters) {
    self.receiver = receiver
    let white = errors.white.metres
    self.white = white
    func sky(_ model: ErrorParameters.Satellite) -> Sky {
      let (fast, slow) = (model.fast.metres, model.slow.metres)
      return Sky(
        fast: fast, slow: slow, outlierProbability: model.outlierProbability,
        outlierMultiplier: model.outlierMultiplier,
        believed: (fast * fast + slow * slow + white * white).squareRoot())
    }
    skies = SkyTable(
      openSky: sky(errors.sky.openSky), suburban: sky(errors.sky.suburban), urban: sky(errors.sky.urban),
      canyon: sky(errors.sky.canyon),
      indoor: sky(errors.sky.indoor))
  }

  /// The fix of this instant, or `nil` where there is no signal.
  ///
  /// - Parameter fusesSensors: the motion sensors help, as for `bestForNavigation`: a jump that they did not feel is
  ///   rejected, and noise from second to second is averaged out.
  public func fix(
    at now: Instant, truth: EarthVector, speed: Double, isStill: Bool, fusesSensors: Bool = false, sky: SkyView,
    world: WorldRealization
  ) -> Fix? {
    fix(
      at: now, truth: LocalPlane(truth), speed: speed, isStill: isStill, fusesSensors: fusesSensors, sky: sky,
      world: world)
  }

  /// The same with the plane through the truth, which a phone at rest need not make anew for each fix.
  public func fix(
    at now: Instant, truth: LocalPlane, speed: Double, isStill: Bool, fusesSensors: Bool = false, sky: SkyView,
    world: WorldRealization
  ) -> Fix? {
    guard let model = skies.entry(sky) else { return nil }
    let latent = world.gnssError(at: now)
    let fast = isStill ? 0 : model.fast
    let feelsMotion = isStill || fusesSensors
    let white = feelsMotion ? 0 : white
    let scale = !feelsMotion && latent.outlier < model.outlierProbability ? model.outlierMultiplier : 1
    let east = scale * (fast * latent.fastEast + model.slow * latent.slowEast) + white * latent.whiteEast
    let north = scale * (fast * latent.fastNorth + model.slow * latent.slowNorth) + white * latent.whiteNorth
    let accuracy = ReportedAccuracy.report(
      deviation: model.believed, latent: world.reportedAccuracy(at: now), levels: ReportedAccuracy.gnssLevels)
    return Fix(
      technology: .gnss, timestamp: now, position: truth.moved(east: east, north: north),
      horizontalAccuracy: accuracy, speed: speed)
  }

  /// How an attempt that begins now will go.
  public func attempt(
    _ start: GNSSReceiver.StartType, at now: Instant, sky: SkyView, world: WorldRealization
  ) -> Attempt {
    guard let failure = receiver.failureProbability.entry(sky),
      let multiplier = receiver.firstFixMultiplier.entry(sky)
    else { return Attempt(start: start, timeToFirstFix: nil) }
    let (z, u) = world.acquisition(at: now)
    guard u >= failure else { return Attempt(start: start, timeToFirstFix: nil) }
    return Attempt(
      start: start, timeToFirstFix: receiver.firstFixTime(start).time(score: z, multiplier: multiplier))
  }

  /// Whether the signal is weak for the receiver's power: among high buildings and indoors.
  public static func signal(under sky: SkyView) -> SignalBin {
    switch sky {
    case .openSky, .suburban, .urban: .strong
    case .canyon, .indoor, .underground: .weak
    }
  }
}
