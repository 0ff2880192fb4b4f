package import DeviceModel
package import Core
import RealModule

/// Satellite fixes: their errors, and how acquiring goes.
///
/// Per horizontal axis the error is a fast and a slow Gauss-Markov process plus white noise, with deviations by surroundings;
/// an outlier's error is multiplied. A phone at rest knows from its motion sensors that it does not move, averages the fast
/// part and the noise out and rejects outliers, so that only the slow part is left: indoors 10 m per axis, where the first fixes
/// of iPhones 6 at home were off by 9 m. Later ones moved ever more slowly, as a mean does, and were off by 5 m after one to ten
/// minutes (MobilityNet, `reports/validation/position-errors.md`). So an iPhone errs by the mean of the slow part since it came to
/// rest, whether or not the receiver was on. An acquisition takes exp(mu + sigma z) and fails when u < p. All latent numbers (unit
/// processes, their means, z, u) are functions of the world and of time only.
///
/// All of a leg's errors are multiplied by exp(s z), one z for the leg, and the reported radius follows: phones on one ride err
/// alike, and differ from ride to ride. In a vehicle, whose body hides part of the sky, the sky is a suburb's at best and
/// outliers are as frequent as the profile says for vehicles, of a suburb's size: two phones in one bus differ by 16 m or less
/// in 95 % of the time and by 2 m in half of it, on one bicycle by 6 and 1.7 m (MobilityNet,
/// `reports/validation/position-errors.md`). After a start the errors of a phone that moves are multiplied too, by a random
/// outcome of that start whose logarithm decays: few satellites, no smoothing, no filter settled. An outlier, a reflected
/// signal that is late by so many metres, is no larger for it: the larger multiplier counts. From sources F; for consumer
/// single-frequency receivers on foot, on wheels and indoors near windows.
/// A class, since its tables would be copied for every fix.
package final class GNSSPositioning: Sendable {
  /// One attempt to acquire.
  package struct Attempt: Sendable, Hashable {
    package let start: GNSSReceiver.StartType
    /// `nil` when the attempt fails.
    package let timeToFirstFix: TimeSpan?
  }

  /// What a fix under one view of the sky needs, in metres per axis.
  private struct Sky {
    let fast: Double
    let slow: Double
    let outlierProbability: Double
    let outlierMultiplier: Double
    /// In a vehicle: its body was measured under suburban sky, so under a poorer one it adds as many metres, not as many
    /// times.
    let vehicleMultiplier: Double
    /// The deviation that the phone believes in. It does not know how well averaging works: it reports as if it moved.
    let believed: Double
  }

  private let receiver: GNSSParameters
  private let skies: SkyTable<Sky>
  private let white: Double
  private let legLogDeviation: Double
  private let vehicle: ErrorParameters.Outliers?
  private let start: ErrorParameters.Start?
  private let report: ReportedAccuracy
  private let averagesAtRest: Bool
  private let levels = ReportedAccuracy.gnssLevels

  /// - Parameter averagesAtRest: a phone at rest errs by the mean since it came to rest.
  package init(
    errors: ErrorParameters.GNSS, receiver: GNSSParameters, report: ReportedAccuracy = .cautious,
    averagesAtRest: Bool = false
  ) {
    self.receiver = receiver
    self.report = report
    self.averagesAtRest = averagesAtRest
    let white = errors.white.metres
    self.white = white
    legLogDeviation = errors.legLogDeviation
    vehicle = errors.vehicle
    start = errors.start
    func deviation(_ model: ErrorParameters.Satellite) -> Double {
      let (fast, slow) = (model.fast.metres, model.slow.metres)
      return (fast * fast + slow * slow + white * white).squareRoot()
    }
    let suburban = deviation(errors.sky.suburban)
    let inVehicle = errors.vehicle?.multiplier ?? 1
    func sky(_ model: ErrorParameters.Satellite) -> Sky {
      let believed = deviation(model)
      return Sky(
        fast: model.fast.metres, slow: model.slow.metres, outlierProbability: model.outlierProbability,
        outlierMultiplier: model.outlierMultiplier,
        vehicleMultiplier: believed > suburban ? inVehicle * suburban / believed : inVehicle, believed: believed)
    }
    skies = SkyTable(
      openSky: sky(errors.sky.openSky), suburban: sky(errors.sky.suburban), urban: sky(errors.sky.urban),
      canyon: sky(errors.sky.canyon), indoor: sky(errors.sky.indoor))
  }

  /// What is kept from fix to fix: how large the errors of the present leg are, the same for all its fixes, and latents of the world.
  package struct LegScale: Sendable {
    fileprivate var latents = SatelliteLatents()
    fileprivate var score = 0.0
    fileprivate var sky: SkyView?
    fileprivate var errors = 1.0
    /// As far as the reported radius follows them.
    fileprivate var believed = 1.0
    /// The deviation that the phone believes in where no start makes it larger.
    fileprivate var deviation = 0.0
    package init() {}
  }

  /// How much larger errors are after a start, until they have settled.
  package struct Start: Sendable {
    fileprivate let acquired: Instant
    /// What the first fix's error is multiplied by, as a logarithm.
    fileprivate let score: Double
  }

  /// The receiver has acquired: the one draw of this start.
  ///
  /// - Returns: `nil` for a receiver whose first fixes are no worse than later ones.
  package func start(at now: Instant, world: WorldRealization) -> Start? {
    start.map { Start(acquired: now, score: Double.log($0.errors.value(score: world.startQuality(at: now)))) }
  }

  /// What errors of a phone that moves are multiplied by after a start, as a logarithm; 0 once they have settled.
  private func startScore(_ present: inout Start?, at now: Instant) -> Double {
    guard let begun = present, let start else { return 0 }
    if now == begun.acquired { return begun.score }
    let elapsed = start.time > .zero ? (now - begun.acquired) / start.time : .infinity
    guard elapsed < 8 else {
      present = nil
      return 0
    }
    return begun.score * Double.exp(-elapsed)
  }

  /// The error of the fix of this instant, in metres, and its reported radius; `nil` where there is no signal.
  ///
  /// Three numbers are returned in registers. A fix would be written to memory and read again before it is there.
  ///
  /// - Parameters:
  ///   - leg: the scale that the last fix left.
  ///   - start: as `leg`.
  ///   - inVehicle: a body of metal is around the phone.
  ///   - fusesSensors: the motion sensors help, as for `bestForNavigation`: a jump that they did not feel is
  ///     rejected, and noise from second to second is averaged out.
  package func error(
    at now: Instant, leg: inout LegScale, start: inout Start?, isStill: Bool, inVehicle: Bool, fusesSensors: Bool,
    sky: SkyView, world: WorldRealization
  ) -> (east: Double, north: Double, accuracy: Double)? {
    let sky = inVehicle && sky == .openSky ? .suburban : sky
    guard let model = skies.entry(sky) else { return nil }
    let latent = leg.latents.latents(at: now, in: world)
    let score = legLogDeviation * latent.legSize
    if score != leg.score || sky != leg.sky {
      (leg.score, leg.sky) = (score, sky)
      leg.errors = Double.exp(score)
      leg.believed = Double.exp(report.followsLegs * score)
      leg.deviation = score == 0 ? model.believed : deviation(model, leg.believed)
    }
    let startScore = isStill ? 0 : startScore(&start, at: now)
    let started = startScore == 0 ? 1 : Double.exp(startScore)
    let size = leg.errors * started
    let slow = size * model.slow
    let fast = isStill ? 0 : size * model.fast
    let feelsMotion = isStill || fusesSensors
    let white = feelsMotion ? 0 : white
    var scale = 1.0
    if !feelsMotion {
      if latent.outlier < model.outlierProbability { scale = model.outlierMultiplier }
      if inVehicle, let vehicle, latent.outlier < vehicle.probability { scale = max(scale, model.vehicleMultiplier) }
      if scale > 1 { scale = max(1, scale / started) }
    }
    let means = isStill && averagesAtRest
    let (slowEast, slowNorth) = means ? (latent.meanEast, latent.meanNorth) : (latent.slowEast, latent.slowNorth)
    let east = scale * (fast * latent.fastEast + slow * slowEast) + white * latent.whiteEast
    let north = scale * (fast * latent.fastNorth + slow * slowNorth) + white * latent.whiteNorth
    let deviation =
      startScore == 0
      ? leg.deviation : deviation(model, leg.believed * Double.exp(report.followsStarts * startScore))
    return (east, north, report.radius(deviation: deviation, latent: latent.report, levels: levels))
  }

  /// The deviation that the phone believes in where errors are so many times as large.
  private func deviation(_ model: Sky, _ believed: Double) -> Double {
    let (fast, slow) = (believed * model.fast, believed * model.slow)
    return (fast * fast + slow * slow + white * white).squareRoot()
  }

  /// How an attempt that begins now will go.
  package func attempt(
    _ start: GNSSReceiver.StartType, at now: Instant, sky: SkyView, world: WorldRealization
  ) -> Attempt {
    guard let failure = receiver.failureProbability.entry(sky),
      let multiplier = receiver.firstFixMultiplier.entry(sky)
    else { return Attempt(start: start, timeToFirstFix: nil) }
    let (z, u) = world.acquisition(at: now)
    guard u >= failure else { return Attempt(start: start, timeToFirstFix: nil) }
    var time = receiver.firstFixTime(start).time(score: z, multiplier: multiplier)
    // A phone on a network keeps predicted orbits too, and starts with whichever serves first.
    if start == .assisted, let orbits = receiver.extended {
      time = min(time, orbits.time(score: z, multiplier: multiplier))
    }
    return Attempt(start: start, timeToFirstFix: time)
  }

  /// Whether the signal is weak for the receiver's power: among high buildings and indoors.
  package static func signal(under sky: SkyView) -> SignalStrength {
    switch sky {
    case .openSky, .suburban, .urban: .strong
    case .canyon, .indoor, .underground: .weak
    }
  }
}

extension SkyTable {
  /// The entry for a view of the sky; `nil` underground, where there is no signal.
  @inline(__always)
  func entry(_ sky: SkyView) -> Entry? {
    switch sky {
    case .openSky: openSky
    case .suburban: suburban
    case .urban: urban
    case .canyon: canyon
    case .indoor: indoor
    case .underground: nil
    }
  }
}
